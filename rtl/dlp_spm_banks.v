// SPDX-License-Identifier: Apache-2.0
// dlp_spm_banks - the memory of a scratchpad: single-port banks, and the paths from and to NP ports.
//
// Protocol: port p is served in this cycle when grant_i[p]; at most one grant for each bank (bank = row mod BANKS), from dlp_spm_arbiter.
//           write_i[p] is set only where WRITES[p], clear only where READS[p].
// Latency:  read data one cycle after the grant; at other times they are undefined.
// Model:    for Verilator the banks are one array, mem, indexed by row: with at most one grant for each bank no two grants of a cycle
//           touch the same row, so the order of reads and writes does not matter.  DLP_SPM_BANKED selects the banks there, too.
//           Both are proved to return what was last written.
`default_nettype none
`ifdef VERILATOR
`ifndef DLP_SPM_BANKED
`define DLP_SPM_FLAT
`endif
`endif

module dlp_spm_banks #(
    parameter NP        = 10,          // ports
    /* verilator lint_off UNUSEDPARAM */   // the flat model has no banks
    parameter BANKS     = 8,           // power of two, 2 or more
    /* verilator lint_on UNUSEDPARAM */
    parameter BYTES     = 786432,
    parameter ROW_BYTES = 64,
    parameter [15:0] READS  = 16'hffff,    // bit p: port p reads
    parameter [15:0] WRITES = 16'hffff     // bit p: port p writes
) (
    input  wire                      clk,

    input  wire [NP-1:0]             grant_i,
    input  wire [NP-1:0]             write_i,
    input  wire [NP*16-1:0]          row_i,
    input  wire [NP*ROW_BYTES-1:0]   be_i,
    input  wire [NP*8*ROW_BYTES-1:0] wdata_i,
    output wire [NP*8*ROW_BYTES-1:0] rdata_o
);
    localparam RB   = 8 * ROW_BYTES;
    localparam ROWS = BYTES / ROW_BYTES;
    genvar     h;

`ifdef DLP_SPM_FLAT
    localparam RW = $clog2(ROWS);

    reg [RB-1:0] mem [0:(1<<RW)-1] /* verilator public_flat_rd */;   // a power of two: no bounds check

    // part of a row: one copy of this code for all ports
    task merge(input [RB-1:0] old, input [RB-1:0] data, input [ROW_BYTES-1:0] be, output [RB-1:0] result);
        integer b;
        /* verilator no_inline_task */
        begin
            result = old;
            for (b = 0; b < ROW_BYTES; b = b + 1)
                if (be[b]) result[8*b +: 8] = data[8*b +: 8];
        end
    endtask

    reg [RB-1:0] merged;
    integer p;
    /* verilator lint_off BLKSEQ */    // see Model
    always @(posedge clk)
        if ((grant_i & write_i) != {NP{1'b0}})
            for (p = 0; p < NP; p = p + 1)
                if (WRITES[p] && grant_i[p] && write_i[p]) begin
                    if (&be_i[ROW_BYTES*p +: ROW_BYTES])
                        mem[row_i[16*p +: RW]] = wdata_i[RB*p +: RB];
                    else begin
                        merge(mem[row_i[16*p +: RW]], wdata_i[RB*p +: RB], be_i[ROW_BYTES*p +: ROW_BYTES], merged);
                        mem[row_i[16*p +: RW]] = merged;
                    end
                end
    /* verilator lint_on BLKSEQ */

    generate
        for (h = 0; h < NP; h = h + 1) begin : g_port
            if (READS[h]) begin : g_reads
                reg [RB-1:0] rdata_q;
                always @(posedge clk) if (grant_i[h] && !write_i[h]) rdata_q <= mem[row_i[16*h +: RW]];
                assign rdata_o[RB*h +: RB] = rdata_q;
            end else begin : g_reads
                assign rdata_o[RB*h +: RB] = {RB{1'b0}};
            end
        end
    endgenerate
`else
    localparam BB = $clog2(BANKS);
    localparam AW = $clog2(ROWS / BANKS);

    // ---- ports that write, in ascending order; the list is filled up with the last of them to a power of two
    function integer ones(input [15:0] mask);
        integer i;
        begin
            ones = 0;
            for (i = 0; i < NP; i = i + 1) if (mask[i]) ones = ones + 1;
        end
    endfunction
    function integer nth(input [15:0] mask, input integer n);      // port of the n-th one, or of the last
        integer i, seen;
        begin
            nth  = 0;
            seen = 0;
            for (i = 0; i < NP; i = i + 1)
                if (mask[i] && seen <= n) begin
                    nth  = i;
                    seen = seen + 1;
                end
        end
    endfunction
    localparam WN = ones(WRITES);
    localparam SW = WN < 2 ? 1 : $clog2(WN);

    wire [ROW_BYTES*(1<<SW)-1:0] w_be;
    wire [RB*(1<<SW)-1:0]        w_data;
    wire [SW*NP-1:0]             w_number;     // of each port in the list
    genvar                       w;
    generate
        for (w = 0; w < (1 << SW); w = w + 1) begin : g_writer
            assign w_be[ROW_BYTES*w +: ROW_BYTES] = be_i[ROW_BYTES*nth(WRITES, w) +: ROW_BYTES];
            assign w_data[RB*w +: RB]             = wdata_i[RB*nth(WRITES, w) +: RB];
        end
        for (w = 0; w < NP; w = w + 1) begin : g_number
            localparam [31:0] BEFORE = WRITES[w] ? ones(WRITES & ~(16'hffff << w)) : 0;
            assign w_number[SW*w +: SW] = BEFORE[SW-1:0];
        end
    endgenerate

    // ---- banks: the granted request, found by AND and OR since there is at most one.  The wide paths select by number: an encoded select takes
    //      2 LUT4 for 4 sources, AND-OR takes 3.
    wire [BANKS-1:0]           en, we;
    wire [BANKS*AW-1:0]        addr;
    wire [BANKS*ROW_BYTES-1:0] be;
    wire [BANKS*RB-1:0]        wdata;
    wire [BANKS*RB-1:0]        bank_rdata;
    genvar                     g;
    generate
        for (g = 0; g < BANKS; g = g + 1) begin : g_bank
            localparam [31:0] G = g;
            // a bank's own: banks that share a vector would wake each other without end in a simulator that sees every assignment
            reg          mine, b_en, b_we;
            reg [AW-1:0] b_addr;
            reg [SW-1:0] b_from;
            integer      k;

            always @* begin
                b_en   = 1'b0;
                b_we   = 1'b0;
                b_addr = {AW{1'b0}};
                b_from = {SW{1'b0}};
                mine   = 1'b0;
                for (k = 0; k < NP; k = k + 1) begin
                    mine   = grant_i[k] && row_i[16*k +: BB] == G[BB-1:0];
                    b_en   = b_en | mine;
                    b_we   = b_we | (mine & write_i[k]);
                    b_addr = b_addr | ({AW{mine}} & row_i[16*k+BB +: AW]);
                    b_from = b_from | ({SW{mine}} & w_number[SW*k +: SW]);
                end
            end
            assign en[g]            = b_en;
            assign we[g]            = b_we;
            assign addr[AW*g +: AW] = b_addr;
            assign be[ROW_BYTES*g +: ROW_BYTES] = w_be[ROW_BYTES*b_from +: ROW_BYTES];
            assign wdata[RB*g +: RB]            = w_data[RB*b_from +: RB];

            dlp_ram_1p #(.WIDTH(RB), .DEPTH(ROWS/BANKS), .STYLE("block")) u_ram (
                .clk(clk), .en_i(en[g]), .we_i(we[g]), .addr_i(addr[AW*g +: AW]), .be_i(be[ROW_BYTES*g +: ROW_BYTES]),
                .wdata_i(wdata[RB*g +: RB]), .rdata_o(bank_rdata[RB*g +: RB])
            );
        end

        // ---- ports: the data of the bank that was asked
        for (h = 0; h < NP; h = h + 1) begin : g_port
            if (READS[h]) begin : g_reads
                reg [BB-1:0] bank_q;
                always @(posedge clk) if (grant_i[h]) bank_q <= row_i[16*h +: BB];
                assign rdata_o[RB*h +: RB] = bank_rdata[RB*bank_q +: RB];
            end else begin : g_reads
                assign rdata_o[RB*h +: RB] = {RB{1'b0}};
            end
        end
    endgenerate
`endif

    wire unused_row = &{1'b0, row_i};  // bits beyond the memory

`ifdef FORMAL
    localparam F_BB = $clog2(BANKS);
    reg     f_past = 1'b0;
    integer f, f_two;
    always @(posedge clk) f_past <= 1'b1;

    // dlp_spm_arbiter, rule 2: at most one grant for each bank; rows are inside the memory
    always @*
        for (f = 0; f < NP; f = f + 1) begin
            assume (row_i[16*f +: 16] < ROWS);
            if (grant_i[f]) assume (write_i[f] ? WRITES[f] : READS[f]);     // dlp_spm
            for (f_two = 0; f_two < f; f_two = f_two + 1)
                assume (!(grant_i[f] && grant_i[f_two] && row_i[16*f +: F_BB] == row_i[16*f_two +: F_BB]));
        end

    // One row of the memory and one port are followed.
    (* anyconst *) wire [15:0] f_row;
    (* anyconst *) wire [3:0]  f_port;
    reg                 f_grant, f_write, f_read = 1'b0;
    reg [15:0]          f_at;
    reg [ROW_BYTES-1:0] f_be;
    reg [RB-1:0]        f_wdata, f_rdata;
    always @* begin
        assume (f_row < ROWS && f_port < NP);
        f_grant = 1'b0;
        f_write = 1'b0;
        f_at    = 16'd0;
        f_be    = {ROW_BYTES{1'b0}};
        f_wdata = {RB{1'b0}};
        f_rdata = {RB{1'b0}};
        for (f = 0; f < NP; f = f + 1)
            if (f_port == f) begin
                f_grant = grant_i[f];
                f_write = write_i[f];
                f_at    = row_i[16*f +: 16];
                f_be    = be_i[ROW_BYTES*f +: ROW_BYTES];
                f_wdata = wdata_i[RB*f +: RB];
                f_rdata = rdata_o[RB*f +: RB];
            end
    end
    // what the row holds, as far as it was written
    reg [ROW_BYTES-1:0] f_known = {ROW_BYTES{1'b0}}, f_expect_known;
    reg [RB-1:0]        f_value, f_expect;
    integer             f_b;
    always @(posedge clk) begin
        f_read         <= f_grant && !f_write && f_at == f_row;
        f_expect       <= f_value;
        f_expect_known <= f_known;
        for (f = 0; f < NP; f = f + 1)
            for (f_b = 0; f_b < ROW_BYTES; f_b = f_b + 1)
                if (grant_i[f] && write_i[f] && row_i[16*f +: 16] == f_row && be_i[ROW_BYTES*f + f_b]) begin
                    f_known[f_b]        <= 1'b1;
                    f_value[8*f_b +: 8] <= wdata_i[RB*f + 8*f_b +: 8];
                end
    end
`ifdef DLP_SPM_FLAT
    // Rule 1: a read returns, byte for byte, what was last written to the row, whichever ports wrote and read.
    wire [RB-1:0] f_mem = mem[f_row];
    always @*
        for (f_b = 0; f_b < ROW_BYTES; f_b = f_b + 1) begin
            if (f_known[f_b]) assert (f_mem[8*f_b +: 8] == f_value[8*f_b +: 8]);
            if (f_read && f_expect_known[f_b]) assert (f_rdata[8*f_b +: 8] == f_expect[8*f_b +: 8]);
        end
`else
    // Rule 1: the bank of a granted port sees exactly that port's request (what it writes only if it writes), other banks do nothing.
    integer          f_bank;
    reg  [BANKS-1:0] f_used;
    reg  [F_BB-1:0]  f_last;
    always @* begin
        f_used = {BANKS{1'b0}};
        for (f = 0; f < NP; f = f + 1) if (grant_i[f]) f_used[row_i[16*f +: F_BB]] = 1'b1;
        assert (en == f_used);
        for (f_bank = 0; f_bank < BANKS; f_bank = f_bank + 1)
            if (f_grant && f_at[F_BB-1:0] == f_bank) begin
                assert (we[f_bank] == f_write);
                assert (addr[AW*f_bank +: AW] == f_at[F_BB +: AW]);
                if (f_write) assert (be[ROW_BYTES*f_bank +: ROW_BYTES] == f_be);
                if (f_write) assert (wdata[RB*f_bank +: RB] == f_wdata);
            end
    end
    // Rule 2: the port gets the data of that bank.
    always @(posedge clk) begin
        if (f_grant) f_last <= f_at[F_BB-1:0];
        for (f_bank = 0; f_bank < BANKS; f_bank = f_bank + 1)
            if (f_past && $past(f_past && f_grant && !f_write) && f_last == f_bank)
                assert (f_rdata == bank_rdata[RB*f_bank +: RB]);
    end
    // With the rule of dlp_ram_1p it follows that a read returns what was last written; here checked from end to end (bounded only).
`ifdef FORMAL_END_TO_END
    always @*
        for (f_b = 0; f_b < ROW_BYTES; f_b = f_b + 1)
            if (f_read && f_expect_known[f_b]) assert (f_rdata[8*f_b +: 8] == f_expect[8*f_b +: 8]);
`endif
`endif
    always @* cover (f_read && f_expect_known == {ROW_BYTES{1'b1}} && f_expect[7:0] == 8'h5a);
`endif
endmodule
`undef DLP_SPM_FLAT
`default_nettype wire
