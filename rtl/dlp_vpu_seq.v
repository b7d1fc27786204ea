// SPDX-License-Identifier: Apache-2.0
// dlp_vpu_seq - walks the elements of a command as beats for the readers.
//
// Protocol: start_i loads a command; then one beat per cycle while both readers take it (valid_o && ready_i).
// Beats:    elements i .. i + count - 1, at most a row of the wider operand, never across the end of the cycle operand's segment.
//           Pooling: at most a row of channels of one window element; for each output pixel, for each such part, the window row by row.
`default_nettype none

module dlp_vpu_seq #(
    parameter LANES = 16,
    parameter AW    = 20               // bits of a byte address
) (
    input  wire          clk,
    input  wire          rst_n,

    // command; the fields are stable from start_i on
    input  wire          start_i,
    input  wire          pool_i,
    input  wire          each_i,       // a result for each beat; otherwise, unless pool_i, one for the command
    input  wire          full_i,       // beats of 4*LANES elements; otherwise LANES
    input  wire          size4_i,      // source elements of 4 bytes
    input  wire          cycle_i,      // source 1 is a cycle operand
    input  wire          repeat_i,     // ... that is repeated in the reader
    input  wire [20:0]   n_i,
    input  wire [AW-1:0] addr0_i,
    input  wire [AW-1:0] addr1_i,
    input  wire [20:0]   seg_i,        // elements of a beat's limit: segment, or those of the copies that fit into a row
    input  wire [$clog2(LANES)+2:0] seg_bytes_i,   // repeat_i: bytes of the segment
    input  wire [15:0]   c_i,
    input  wire [15:0]   kh_i,
    input  wire [15:0]   kw_i,
    input  wire [15:0]   ho_i,
    input  wire [15:0]   wo_i,
    input  wire [AW-1:0] step_c_i,     // bytes from a pixel to the next
    input  wire [AW-1:0] step_w_i,     // from a row to the next
    input  wire [AW-1:0] step_sx_i,    // from a window to the next
    input  wire [AW-1:0] step_sy_i,    // from a row of windows to the next

    // beats
    output wire          valid_o,
    input  wire          ready_i,
    output wire [AW-1:0] addr0_o,
    output wire [AW-1:0] addr1_o,
    output wire [$clog2(LANES)+2:0] len0_o,
    output wire [$clog2(LANES)+2:0] len1_o,
    output wire          skip1_o,      // nothing for source 1: it repeats
    output wire [$clog2(LANES)+2:0] count_o,
    output wire          first_o,
    output wire          emit_o,
    output wire          last_o
);
    localparam LB = $clog2(LANES);
    localparam [31:0] LANES_WORD = LANES;

    reg          run_q, first_q;
    reg [AW-1:0] addr0_q, addr1_q;
    reg [20:0]   left_q;               // elements, pooling: channels left
    reg [20:0]   seg_q;                // left of the segment

    // pooling
    reg [AW-1:0] krow_q, win_q, pix_q, line_q;   // start of the kernel row, window part, window, row of windows
    reg [15:0]   kx_q, ky_q, x_q, y_q;           // left, including this one

    // ---- length of the beat: the smallest of three
    wire [20:0]   max    = full_i ? {LANES_WORD[18:0], 2'b00} : LANES_WORD[20:0];
    wire [20:0]   part   = left_q < max ? left_q : max;
    wire [20:0]   count  = cycle_i && seg_q < part ? seg_q : part;
    wire [AW-1:0] bytes  = size4_i ? {count[AW-3:0], 2'b00} : count[AW-1:0];
    wire          ends   = count == left_q;                    // of the elements, pooling: of the channels
    wire          kx_end = kx_q == 16'd1, ky_end = ky_q == 16'd1, x_end = x_q == 16'd1, y_end = y_q == 16'd1;
    wire          w_end  = kx_end && ky_end;
    wire          last   = ends && (!pool_i || (w_end && x_end && y_end));

    assign valid_o = run_q;
    assign addr0_o = addr0_q;
    assign addr1_o = addr1_q;
    assign len0_o  = bytes[LB+2:0];
    assign len1_o  = repeat_i ? seg_bytes_i : bytes[LB+2:0];
    assign skip1_o = repeat_i && !first_q;
    assign count_o = count[LB+2:0];
    assign first_o = pool_i ? ky_q == kh_i && kx_q == kw_i : first_q;
    assign emit_o  = pool_i ? w_end : each_i || last;
    assign last_o  = last;

    wire [AW-1:0] krow_next = krow_q + step_w_i;
    wire [AW-1:0] win_next  = win_q + bytes;
    wire [AW-1:0] pix_next  = pix_q + step_sx_i;
    wire [AW-1:0] line_next = line_q + step_sy_i;

    always @(posedge clk)
        if (!rst_n)
            run_q <= 1'b0;
        else if (start_i) begin
            run_q   <= 1'b1;
            first_q <= 1'b1;
            addr0_q <= addr0_i;
            addr1_q <= addr1_i;
            left_q  <= pool_i ? {5'd0, c_i} : n_i;
            seg_q   <= seg_i;
            krow_q  <= addr0_i;
            win_q   <= addr0_i;
            pix_q   <= addr0_i;
            line_q  <= addr0_i;
            kx_q    <= kw_i;
            ky_q    <= kh_i;
            x_q     <= wo_i;
            y_q     <= ho_i;
        end else if (run_q && ready_i) begin
            run_q   <= !last;
            first_q <= 1'b0;
            if (!pool_i) begin
                addr0_q <= addr0_q + bytes;
                left_q  <= left_q - count;
                if (cycle_i && count == seg_q) begin
                    addr1_q <= addr1_i;
                    seg_q   <= seg_i;
                end else begin
                    addr1_q <= addr1_q + bytes;
                    seg_q   <= seg_q - count;
                end
            end else if (!kx_end) begin
                kx_q    <= kx_q - 16'd1;
                addr0_q <= addr0_q + step_c_i;
            end else begin
                kx_q <= kw_i;
                if (!ky_end) begin
                    ky_q    <= ky_q - 16'd1;
                    krow_q  <= krow_next;
                    addr0_q <= krow_next;
                end else begin
                    ky_q <= kh_i;
                    if (!ends) begin
                        left_q  <= left_q - count;
                        win_q   <= win_next;
                        krow_q  <= win_next;
                        addr0_q <= win_next;
                    end else begin
                        left_q <= {5'd0, c_i};
                        if (!x_end) begin
                            x_q     <= x_q - 16'd1;
                            pix_q   <= pix_next;
                            win_q   <= pix_next;
                            krow_q  <= pix_next;
                            addr0_q <= pix_next;
                        end else begin
                            x_q     <= wo_i;
                            y_q     <= y_q - 16'd1;
                            line_q  <= line_next;
                            pix_q   <= line_next;
                            win_q   <= line_next;
                            krow_q  <= line_next;
                            addr0_q <= line_next;
                        end
                    end
                end
            end
        end
endmodule
`default_nettype wire
