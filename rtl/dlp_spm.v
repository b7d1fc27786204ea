// SPDX-License-Identifier: Apache-2.0
// dlp_spm - scratchpad memory (NRAM or WRAM): single-port banks, interleaved by row, shared by NP clients.
//
// Protocol: docs/interfaces.md, 2.  Port p is at [p*W +: W] of each vector.  One request for each bank and cycle is taken, in rotation:
//           a request waits NP cycles at most.
// Latency:  read data exactly one cycle after the request was taken; conflicts_o one cycle.
// Limits:   BANKS is a power of two; requests are inside the memory; at least one port reads, at least one writes.
// Size:     (ECP5, synth_ecp5 -nowidelut) the paths between ports and banks are nearly all of it: for each bit of a row about 2 LUT4 for each reading port and 2 for each
//           bank, at 4 banks and 4 writing ports.  What a port cannot do costs nothing.
// Visible:  for a monitor of writes: req_valid_i, req_ready_o, req_write_i, req_row_i, req_be_i; the memory: mem of dlp_spm_banks.
`default_nettype none

module dlp_spm #(
    parameter NP        = 10,          // clients, 1 to 15
    parameter BANKS     = 8,           // power of two, 2 or more
    parameter BYTES     = 786432,      // multiple of BANKS * ROW_BYTES
    parameter ROW_BYTES = 64,
    parameter [15:0] READS  = 16'hffff,    // bit p: port p reads
    parameter [15:0] WRITES = 16'hffff     // bit p: port p writes; req_write_i matters where a port does both
) (
    input  wire                      clk,
    input  wire                      rst_n,

    input  wire [NP-1:0]             req_valid_i /* verilator public_flat_rd */,
    output wire [NP-1:0]             req_ready_o /* verilator public_flat_rd */,
    input  wire [NP-1:0]             req_write_i /* verilator public_flat_rd */,
    input  wire [NP*16-1:0]          req_row_i   /* verilator public_flat_rd */,
    input  wire [NP*ROW_BYTES-1:0]   req_be_i    /* verilator public_flat_rd */,
    input  wire [NP*8*ROW_BYTES-1:0] req_wdata_i,
    output reg  [NP-1:0]             rsp_valid_o,
    output wire [NP*8*ROW_BYTES-1:0] rsp_rdata_o,

    output wire [3:0]                conflicts_o    // requests that lost arbitration in the last cycle
);
    localparam BB = $clog2(BANKS);

    generate if (BANKS < 2 || (1 << BB) != BANKS || BYTES % (ROW_BYTES * BANKS) != 0 || BYTES / ROW_BYTES > 65536) begin : g_check
        ERROR_BANKS_must_be_a_power_of_two_and_divide_the_at_most_65536_rows u_error ();
    end endgenerate

    wire [NP*BB-1:0] bank;
    genvar           p;
    generate for (p = 0; p < NP; p = p + 1) begin : g_bank_number
        assign bank[BB*p +: BB] = req_row_i[16*p +: BB];
    end endgenerate

    // constant for a port that does only one of both
    wire [NP-1:0] write = (req_write_i | ~READS[NP-1:0]) & WRITES[NP-1:0];

    dlp_spm_arbiter #(.NP(NP), .BB(BB)) u_arbiter (
        .clk(clk), .rst_n(rst_n), .valid_i(req_valid_i), .bank_i(bank), .grant_o(req_ready_o), .conflicts_o(conflicts_o)
    );

    always @(posedge clk)
        if (!rst_n) rsp_valid_o <= {NP{1'b0}};
        else        rsp_valid_o <= req_ready_o & ~write;

    dlp_spm_banks #(.NP(NP), .BANKS(BANKS), .BYTES(BYTES), .ROW_BYTES(ROW_BYTES), .READS(READS), .WRITES(WRITES)) u_banks (
        .clk(clk), .grant_i(req_ready_o), .write_i(write), .row_i(req_row_i), .be_i(req_be_i), .wdata_i(req_wdata_i),
        .rdata_o(rsp_rdata_o)
    );
endmodule
`default_nettype wire
