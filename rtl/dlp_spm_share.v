// SPDX-License-Identifier: Apache-2.0
// dlp_spm_share - the scalar core and the MOVE engine as one client of NRAM and of WRAM: each memory gets a port that reads and one that writes.
//
// Protocol: docs/interfaces.md, 2, on all sides.  Memory m (0 NRAM, 1 WRAM) is at [m*W +: W] of each vector; what the scalar core asks for
//           (write, row, be, wdata) is the same for both memories, as is what MOVE writes (be, wdata).
//           The scalar core goes first.  It only uses the scratchpads while all streams are idle, so nobody ever waits here; it gives the
//           paths between ports and banks, which cost a multiplexer for each bit of a row, two clients less to serve.
// Latency:  none.
`default_nettype none

module dlp_spm_share #(
    parameter ROW_BYTES = 64
) (
    input  wire                     clk,

    // scalar core
    input  wire [1:0]               s_req_valid_i,
    output wire [1:0]               s_req_ready_o,
    input  wire                     s_req_write_i,
    input  wire [15:0]              s_req_row_i,
    input  wire [ROW_BYTES-1:0]     s_req_be_i,
    input  wire [8*ROW_BYTES-1:0]   s_req_wdata_i,
    output wire [1:0]               s_rsp_valid_o,

    // MOVE, reading and writing
    input  wire [1:0]               mr_req_valid_i,
    output wire [1:0]               mr_req_ready_o,
    input  wire [2*16-1:0]          mr_req_row_i,
    output wire [1:0]               mr_rsp_valid_o,
    input  wire [1:0]               mw_req_valid_i,
    output wire [1:0]               mw_req_ready_o,
    input  wire [2*16-1:0]          mw_req_row_i,
    input  wire [ROW_BYTES-1:0]     mw_req_be_i,
    input  wire [8*ROW_BYTES-1:0]   mw_req_wdata_i,

    // ports of the memories
    output wire [1:0]               r_req_valid_o,
    input  wire [1:0]               r_req_ready_i,
    output wire [2*16-1:0]          r_req_row_o,
    input  wire [1:0]               r_rsp_valid_i,
    output wire [1:0]               w_req_valid_o,
    input  wire [1:0]               w_req_ready_i,
    output wire [2*16-1:0]          w_req_row_o,
    output wire [ROW_BYTES-1:0]     w_req_be_o,        // of both memories, as the next
    output wire [8*ROW_BYTES-1:0]   w_req_wdata_o
);
    wire [1:0] s_read  = s_req_valid_i & {2{!s_req_write_i}};
    wire [1:0] s_write = s_req_valid_i & {2{s_req_write_i}};
    wire       s_data  = s_write != 2'b00;     // selects be and data of both memories: then MOVE writes to neither
    reg  [1:0] s_read_q;                       // the last read taken was the scalar core's

    assign r_req_valid_o  = s_read | mr_req_valid_i;
    assign r_req_row_o    = {s_read[1] ? s_req_row_i : mr_req_row_i[31:16], s_read[0] ? s_req_row_i : mr_req_row_i[15:0]};
    assign w_req_valid_o  = s_write | (mw_req_valid_i & {2{!s_data}});
    assign w_req_row_o    = {s_write[1] ? s_req_row_i : mw_req_row_i[31:16], s_write[0] ? s_req_row_i : mw_req_row_i[15:0]};
    assign w_req_be_o     = s_data ? s_req_be_i : mw_req_be_i;
    assign w_req_wdata_o  = s_data ? s_req_wdata_i : mw_req_wdata_i;

    assign s_req_ready_o  = (s_read & r_req_ready_i) | (s_write & w_req_ready_i);
    assign mr_req_ready_o = ~s_read & r_req_ready_i;
    assign mw_req_ready_o = {2{!s_data}} & w_req_ready_i;

    always @(posedge clk) s_read_q <= s_read;
    assign s_rsp_valid_o  = r_rsp_valid_i & s_read_q;
    assign mr_rsp_valid_o = r_rsp_valid_i & ~s_read_q;

`ifdef FORMAL
    // One memory is followed.
    (* anyconst *) wire f_m;
    reg       f_past = 1'b0, f_s = 1'b0, f_mr = 1'b0;
    always @(posedge clk) begin
        f_past <= 1'b1;
        f_s    <= s_req_valid_i[f_m] && s_req_ready_o[f_m] && !s_req_write_i;
        f_mr   <= mr_req_valid_i[f_m] && mr_req_ready_o[f_m];
    end
    // dlp_spm: only requests are granted; data come one cycle after a read was taken, at no other time
    always @* begin
        assume ((r_req_ready_i & ~r_req_valid_o) == 2'b00 && (w_req_ready_i & ~w_req_valid_o) == 2'b00);
        assume (!f_past || r_rsp_valid_i[f_m] == (f_s || f_mr));
    end
    always @* begin
        // Rule 1: a port serves at most one client in a cycle, and that client sees its own request there.
        assert (!(f_mr && f_s));
        if (mr_req_valid_i[f_m] && mr_req_ready_o[f_m])
            assert (r_req_valid_o[f_m] && r_req_ready_i[f_m] && r_req_row_o[16*f_m +: 16] == mr_req_row_i[16*f_m +: 16]);
        if (mw_req_valid_i[f_m] && mw_req_ready_o[f_m])
            assert (w_req_valid_o[f_m] && w_req_ready_i[f_m] && w_req_row_o[16*f_m +: 16] == mw_req_row_i[16*f_m +: 16]
                    && w_req_be_o == mw_req_be_i && w_req_wdata_o == mw_req_wdata_i);
        if (s_req_valid_i[f_m] && s_req_ready_o[f_m] && !s_req_write_i)
            assert (r_req_valid_o[f_m] && r_req_ready_i[f_m] && r_req_row_o[16*f_m +: 16] == s_req_row_i && !mr_req_ready_o[f_m]);
        if (s_req_valid_i[f_m] && s_req_ready_o[f_m] && s_req_write_i)
            assert (w_req_valid_o[f_m] && w_req_ready_i[f_m] && w_req_row_o[16*f_m +: 16] == s_req_row_i
                    && w_req_be_o == s_req_be_i && w_req_wdata_o == s_req_wdata_i && !mw_req_ready_o[f_m]);
        // Rule 2: what a port serves is some client's request.
        if (r_req_ready_i[f_m]) assert (mr_req_ready_o[f_m] || s_req_ready_o[f_m]);
        if (w_req_ready_i[f_m]) assert (mw_req_ready_o[f_m] || s_req_ready_o[f_m]);
        // Rule 3: a request passes at once if the other client has none.
        if (mr_req_valid_i[f_m] && s_req_valid_i == 2'b00) assert (mr_req_ready_o[f_m] == r_req_ready_i[f_m]);
        if (mw_req_valid_i[f_m] && s_req_valid_i == 2'b00) assert (mw_req_ready_o[f_m] == w_req_ready_i[f_m]);
        // Rule 4: a response goes to the client whose read was taken in the cycle before.
        if (f_past) assert (s_rsp_valid_o[f_m] == f_s && mr_rsp_valid_o[f_m] == f_mr);
        cover (f_past && f_s && mr_req_valid_i[f_m] && mr_req_ready_o[f_m]);
        cover (f_past && f_mr && s_req_ready_o[f_m] && s_req_write_i);
    end
`endif
endmodule
`default_nettype wire
