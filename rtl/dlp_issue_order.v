// SPDX-License-Identifier: Apache-2.0
// dlp_issue_order - when a queued command may start: the control of the four command queues, without the commands themselves.
//
// Protocol: push_i has at most one bit set, only where room_o is set, never with flush_i; the command goes to slot tail_o of its stream.
//           valid_o: the command in slot head_o may start; it does with ready_i.  done_i: the oldest started command of a stream completed.
// Order:    each queued command counts, for each stream, the commands that must still complete before it may start: when it is pushed, the
//           number outstanding if after_i names the stream, else 0.  A completion takes 1 from every non-zero count for its stream.
//           Commands of a stream complete in order and all that are counted are older, so a count is 0 exactly when they have completed.
//           A command only waits for older ones, so the oldest queued command can start once the units are empty: no deadlock.
// Latency:  a command pushed in one cycle may start in the next.
// flush_i:  drops what has not started.
`default_nettype none

module dlp_issue_order #(
    parameter DEPTH   = 8,             // slots of a queue, 2 to 16
    parameter IN_UNIT = 7              // most commands of a stream that are started and not complete, 1 to 15
) (
    input  wire         clk,
    input  wire         rst_n,
    input  wire         flush_i,

    // new command
    input  wire [3:0]   push_i,
    input  wire [3:0]   after_i,
    output reg  [3:0]   room_o,
    output wire [4*$clog2(DEPTH)-1:0] tail_o,

    // heads
    output reg  [3:0]   valid_o,
    input  wire [3:0]   ready_i,
    output wire [4*$clog2(DEPTH)-1:0] head_o,

    // completions
    input  wire [3:0]   done_i,
    output reg  [3:0]   idle_o         // nothing of the stream is queued or started
);
    localparam AW = $clog2(DEPTH);
    localparam [31:0]   DEPTH_WORD = DEPTH, LAST_WORD = DEPTH - 1, UNIT_WORD = IN_UNIT;
    localparam [4:0]    FULL = DEPTH_WORD[4:0];
    localparam [3:0]    UNIT = UNIT_WORD[3:0];
    localparam [AW-1:0] LAST = LAST_WORD[AW-1:0];

    generate if (DEPTH < 2 || DEPTH > 16 || IN_UNIT < 1 || IN_UNIT > 15) begin : g_check
        ERROR_DEPTH_must_be_2_to_16_and_IN_UNIT_1_to_15 u_error ();
    end endgenerate

    // stream s at [W*s +: W]
    reg  [4*AW-1:0]       head_q, tail_q;
    reg  [4*5-1:0]        count_q;     // queued
    reg  [4*4-1:0]        unit_q;      // started and not complete
    // counts of slot d of stream s for stream k at [20*(DEPTH*s + d) + 5*k +: 5]; at most DEPTH + IN_UNIT = 31
    reg  [20*4*DEPTH-1:0] wait_q;

    assign head_o = head_q;
    assign tail_o = tail_q;
    wire [3:0] start = valid_o & ready_i;
    integer s, h;

    always @* begin
        h       = 0;                   // a loop under a condition would leave it as a latch
        valid_o = 4'b0000;
        for (s = 0; s < 4; s = s + 1) begin
            room_o[s] = count_q[5*s +: 5] != FULL;
            idle_o[s] = count_q[5*s +: 5] == 5'd0 && unit_q[4*s +: 4] == 4'd0;
            if (count_q[5*s +: 5] != 5'd0 && unit_q[4*s +: 4] != UNIT && !flush_i)
                for (h = 0; h < DEPTH; h = h + 1)
                    if (head_q[AW*s +: AW] == h[AW-1:0] && wait_q[20 * (DEPTH * s + h) +: 20] == 20'd0)
                        valid_o[s] = 1'b1;
        end
    end

    // what a new command waits for: all that is outstanding and does not complete in this very cycle
    reg [19:0] wait_new;
    integer    n;
    always @* begin
        n        = 0;
        wait_new = 20'd0;
        if (push_i != 4'b0000)
            for (n = 0; n < 4; n = n + 1)
                if (after_i[n])
                    wait_new[5*n +: 5] = count_q[5*n +: 5] + {1'b0, unit_q[4*n +: 4]} - {4'd0, done_i[n]};
    end

    integer q;
    always @(posedge clk)
        if (!rst_n || flush_i) begin
            head_q  <= {4*AW{1'b0}};
            tail_q  <= {4*AW{1'b0}};
            count_q <= 20'd0;
        end else if ((push_i | start) != 4'b0000)
            for (q = 0; q < 4; q = q + 1) begin
                if (push_i[q]) tail_q[AW*q +: AW] <= tail_q[AW*q +: AW] == LAST ? {AW{1'b0}} : tail_q[AW*q +: AW] + 1'b1;
                if (start[q])  head_q[AW*q +: AW] <= head_q[AW*q +: AW] == LAST ? {AW{1'b0}} : head_q[AW*q +: AW] + 1'b1;
                if (push_i[q] != start[q])
                    count_q[5*q +: 5] <= push_i[q] ? count_q[5*q +: 5] + 5'd1 : count_q[5*q +: 5] - 5'd1;
            end

    integer u;
    always @(posedge clk)
        if (!rst_n)
            unit_q <= 16'd0;
        else if (start != done_i)
            for (u = 0; u < 4; u = u + 1)
                if (start[u] != done_i[u])
                    unit_q[4*u +: 4] <= start[u] ? unit_q[4*u +: 4] + 4'd1 : unit_q[4*u +: 4] - 4'd1;

    integer w, d, k;
    always @(posedge clk)
        if ((push_i | done_i) != 4'b0000)
            for (w = 0; w < 4; w = w + 1)
                for (d = 0; d < DEPTH; d = d + 1)
                    if (push_i[w] && tail_q[AW*w +: AW] == d[AW-1:0])
                        wait_q[20 * (DEPTH * w + d) +: 20] <= wait_new;
                    else
                        for (k = 0; k < 4; k = k + 1)
                            if (done_i[k] && wait_q[20 * (DEPTH * w + d) + 5 * k +: 5] != 5'd0)
                                wait_q[20 * (DEPTH * w + d) + 5 * k +: 5] <= wait_q[20 * (DEPTH * w + d) + 5 * k +: 5] - 5'd1;

`ifdef FORMAL
    localparam SLOTS = 4 * DEPTH;
    reg     f_past = 1'b0;
    integer i, j, m;
    always @(posedge clk) f_past <= 1'b1;
    always @* if (!f_past) assume (!rst_n); else assume (rst_n);

    // ---- what the users promise; completions come at any time
    always @* begin
        assume ((push_i & (push_i - 4'd1)) == 4'd0 && (push_i & ~room_o) == 4'd0);
        if (flush_i) assume (push_i == 4'd0);
        for (i = 0; i < 4; i = i + 1) if (unit_q[4*i +: 4] == 4'd0) assume (!done_i[i]);
    end

    // ---- views: outstanding commands of a stream, whether a slot is occupied, its place in its queue
    reg [4:0]       f_outstanding [0:3];
    reg [SLOTS-1:0] f_busy;
    reg [4:0]       f_place [0:SLOTS-1];
    reg [4:0]       f_wait [0:4*SLOTS-1];
    reg [5:0]       f_total;
    always @* begin
        f_total = 6'd0;
        for (i = 0; i < 4; i = i + 1) begin
            f_outstanding[i] = count_q[5*i +: 5] + unit_q[4*i +: 4];
            f_total = f_total + count_q[5*i +: 5];
            for (j = 0; j < DEPTH; j = j + 1) begin
                f_place[DEPTH*i+j] = j >= head_q[AW*i +: AW] ? j - head_q[AW*i +: AW] : j + DEPTH - head_q[AW*i +: AW];
                f_busy[DEPTH*i+j]  = f_place[DEPTH*i+j] < count_q[5*i +: 5];
            end
        end
        for (i = 0; i < 4 * SLOTS; i = i + 1) f_wait[i] = wait_q[5*i +: 5];
    end
    always @* if (f_past)
        for (i = 0; i < 4; i = i + 1) begin
            assert (head_q[AW*i +: AW] < DEPTH && tail_q[AW*i +: AW] < DEPTH);
            assert (count_q[5*i +: 5] <= DEPTH && unit_q[4*i +: 4] <= IN_UNIT);
            assert (tail_q[AW*i +: AW] == (head_q[AW*i +: AW] + count_q[5*i +: 5]) % DEPTH);
        end

    // The proof has two parts, since both at once take the solver longer: order, and (FORMAL_AGE) progress.
`ifndef FORMAL_AGE
    // ---- order: any command (old) and any younger one (new) whose `after` set names the stream of the old one
    (* anyseq *) wire f_pick_old, f_pick_new;
    reg        f_old_seen = 1'b0, f_old = 1'b0;      // chosen; not yet complete
    reg  [1:0] f_old_s;
    reg  [4:0] f_old_left;                           // completions of its stream up to and including its own
    reg        f_new_seen = 1'b0, f_new = 1'b0;      // chosen; still queued
    reg  [1:0] f_new_s;
    reg  [AW-1:0] f_new_slot;
    reg  [1:0] f_push_s;
    always @* f_push_s = push_i[1] ? 2'd1 : push_i[2] ? 2'd2 : push_i[3] ? 2'd3 : 2'd0;

    reg        f_new_starts;
    reg  [4:0] f_new_wait;
    reg        f_new_busy;
    always @* begin
        f_new_starts = 1'b0;
        f_new_wait   = 5'd0;
        f_new_busy   = 1'b0;
        for (i = 0; i < 4; i = i + 1)
            for (j = 0; j < DEPTH; j = j + 1)
                if (f_new && f_new_s == i && f_new_slot == j) begin
                    f_new_starts = start[i] && head_q[AW*i +: AW] == j;
                    f_new_busy   = f_busy[DEPTH*i+j];
                    for (m = 0; m < 4; m = m + 1) if (f_old_s == m) f_new_wait = f_wait[4*(DEPTH*i+j)+m];
                end
    end
    reg  [4:0] f_old_out;
    reg  [3:0] f_old_unit;
    always @* begin
        f_old_out  = 5'd0;
        f_old_unit = 4'd0;
        for (i = 0; i < 4; i = i + 1)
            if (f_old_s == i) begin
                f_old_out  = f_outstanding[i];
                f_old_unit = unit_q[4*i +: 4];
            end
    end
    always @(posedge clk) if (!rst_n) begin
        f_old_seen <= 1'b0;
        f_new_seen <= 1'b0;
        f_old      <= 1'b0;
        f_new      <= 1'b0;
    end else begin
        if (push_i != 4'd0 && f_pick_old && !f_old_seen) begin
            f_old_seen <= 1'b1;
            f_old      <= 1'b1;
            f_old_s    <= f_push_s;
            for (i = 0; i < 4; i = i + 1) if (push_i[i]) f_old_left <= f_outstanding[i] - done_i[i] + 5'd1;
        end else if (f_old) begin
            if (done_i[f_old_s]) f_old_left <= f_old_left - 5'd1;
            if (done_i[f_old_s] && f_old_left == 5'd1) f_old <= 1'b0;
            if (flush_i && f_old_left > f_old_unit) f_old <= 1'b0;      // it was dropped
        end
        if (push_i != 4'd0 && f_pick_new && f_old && !f_new_seen && after_i[f_old_s]) begin
            f_new_seen <= 1'b1;
            f_new      <= 1'b1;
            f_new_s    <= f_push_s;
            for (i = 0; i < 4; i = i + 1) if (push_i[i]) f_new_slot <= tail_q[AW*i +: AW];
        end else if (f_new_starts || flush_i)
            f_new <= 1'b0;
    end
    always @* if (f_past) begin
        // Rule 1: a command never starts before every older command of the streams in its `after` set has completed.
        if (f_new_starts) assert (!f_old);
        // why: its count for that stream never falls below the completions that are still to come
        if (f_old) assert (f_old_seen && f_old_left >= 5'd1 && f_old_left <= f_old_out);
        if (f_new) assert (f_new_busy && f_old_seen);
        if (f_new && f_old) assert (f_new_wait >= f_old_left);
        if (f_new_seen) assert (f_old_seen);
        cover (f_new_seen && !f_new && f_new_s != f_old_s);
    end

`else
    // ---- age: f_older[SLOTS*i + j]: the command in slot i was issued before the one in slot j
    reg [SLOTS*SLOTS-1:0] f_older;
    reg [4:0]             f_count;
    reg                   f_first, f_free;           // no queued command is older; some command is such
    always @(posedge clk)
        for (i = 0; i < SLOTS; i = i + 1)
            if (push_i[i / DEPTH] && tail_q[AW*(i/DEPTH) +: AW] == i % DEPTH)
                for (j = 0; j < SLOTS; j = j + 1) begin
                    f_older[SLOTS*j + i] <= j != i;
                    f_older[SLOTS*i + j] <= 1'b0;
                end
    always @* if (f_past) begin
        f_free = 1'b0;
        for (i = 0; i < SLOTS; i = i + 1)
            if (f_busy[i]) begin
                f_first = 1'b1;
                for (j = 0; j < SLOTS; j = j + 1)
                    if (j != i && f_busy[j]) begin
                        if (f_older[SLOTS*j + i]) f_first = 1'b0;
                        // issue order is an order: one of two is older, and older than older is older
                        assert (f_older[SLOTS*i + j] != f_older[SLOTS*j + i]);
                        for (m = 0; m < SLOTS; m = m + 1)
                            if (f_busy[m] && f_older[SLOTS*i + j] && f_older[SLOTS*j + m]) assert (f_older[SLOTS*i + m]);
                        // Rule 2: the commands of a stream start in the order in which they were issued.
                        if (i / DEPTH == j / DEPTH) assert (f_older[SLOTS*i + j] == (f_place[i] < f_place[j]));
                    end
                if (f_first) f_free = 1'b1;
                // Rule 3: a command waits for older commands only.
                for (m = 0; m < 4; m = m + 1) begin
                    f_count = unit_q[4*m +: 4];
                    for (j = 0; j < DEPTH; j = j + 1)
                        if (f_busy[DEPTH*m+j] && DEPTH*m+j != i && f_older[SLOTS*(DEPTH*m+j) + i]) f_count = f_count + 5'd1;
                    assert (f_wait[4*i+m] <= f_count);
                end
            end
        // Rule 4: whenever something is queued and no unit is busy, some head can start.
        assert (f_free == (f_total != 6'd0));
        if (f_total != 6'd0 && unit_q == 16'd0 && !flush_i) assert (valid_o != 4'd0);
    end

`endif
    reg [3:0]      f_fresh = 4'd0, f_offered = 4'd0;
    reg [4*AW-1:0] f_head;
    always @(posedge clk) begin
        f_offered <= rst_n ? valid_o & ~ready_i : 4'd0;
        f_head    <= head_q;
        for (i = 0; i < 4; i = i + 1)
            f_fresh[i] <= rst_n && push_i[i] && after_i == 4'd0 && count_q[5*i +: 5] == 5'd0;
    end
    always @* if (f_past && !flush_i)
        for (i = 0; i < 4; i = i + 1) begin
            // Rule 5: a command with an empty `after` set that is pushed to an empty queue may start in the next cycle.
            if (f_fresh[i] && unit_q[4*i +: 4] != UNIT) assert (valid_o[i]);
            // Rule 6: a command that may start may still start in the next cycle, unless it started or is dropped.
            if (f_offered[i]) assert (valid_o[i] && head_q[AW*i +: AW] == f_head[AW*i +: AW]);
        end

    // full queues; two heads of which each waits for the other's unit; all four streams at work
    always @* if (f_past) begin
        cover (room_o == 4'd0);
        cover (f_busy[0] && f_busy[DEPTH] && f_place[0] == 5'd0 && f_place[DEPTH] == 5'd0 && f_wait[1] != 5'd0 && f_wait[4*DEPTH] != 5'd0);
        cover (unit_q[3:0] != 4'd0 && unit_q[7:4] != 4'd0 && unit_q[11:8] != 4'd0 && unit_q[15:12] != 4'd0);
        cover (flush_i && f_total == 6'd3 && unit_q != 16'd0);
    end
`endif
endmodule
`default_nettype wire
