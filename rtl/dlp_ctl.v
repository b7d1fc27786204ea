// SPDX-License-Identifier: Apache-2.0
// dlp_ctl - life of a kernel on one core: start, end, fault, abort, cycle limit.
//
// Protocol: `start_i` and `abort_i` are one-cycle pulses from the register file.  A kernel ends by dlp.exit, or by the first of: a trap
//           without a handler, a command fault, the cycle limit, an abort.  After a fault the core stops: the scalar core finishes what
//           it has on the bus, queued commands are dropped, running commands complete; only then the state becomes FAULT.
// Latency:  the state shows DONE one cycle after dlp.exit retires.
`default_nettype none

module dlp_ctl (
    input  wire        clk,
    input  wire        rst_n,

    // register file
    input  wire        start_i,
    input  wire        abort_i,
    input  wire [31:0] limit_i,        // cycles, 0 = none
    output reg  [1:0]  state_q_o,
    output reg  [31:0] exit_code_q_o,
    output reg  [7:0]  fault_q_o,
    output reg  [63:0] fault_pc_q_o,
    output reg  [63:0] fault_addr_q_o,
    output reg         end_o,          // pulse: the state became DONE or FAULT

    // scalar core
    output wire        cpu_start_o,
    output wire        cpu_stop_o,
    input  wire        cpu_running_i,
    input  wire        cpu_exit_valid_i,
    input  wire [31:0] cpu_exit_code_i,
    input  wire [63:0] cpu_exit_pc_i,
    input  wire        cpu_trap_valid_i,
    input  wire [5:0]  cpu_trap_cause_i,
    input  wire [63:0] cpu_trap_pc_i,
    input  wire [63:0] cpu_trap_addr_i,
    input  wire [63:0] cpu_next_pc_i,
    input  wire [63:0] cpu_cycle_i,

    // streams
    output wire        iss_clear_o,
    output wire        iss_flush_o,
    input  wire [3:0]  iss_idle_i,
    input  wire        iss_fault_valid_i,
    input  wire [7:0]  iss_fault_code_i,
    input  wire [63:0] iss_fault_pc_i,
    input  wire [63:0] iss_fault_addr_i
);
    `include "dlp_spec.vh"

    // the states are the values that CORE_STATUS shows
    localparam [1:0] ST_IDLE    = CORE_STATUS_STATE_IDLE,
                     ST_RUNNING = CORE_STATUS_STATE_RUNNING,
                     ST_DONE    = CORE_STATUS_STATE_DONE,
                     ST_FAULT   = CORE_STATUS_STATE_FAULT;

    reg        stopping_q;             // a fault is recorded, the core comes to rest
    wire       running  = state_q_o == ST_RUNNING;
    wire       go       = start_i && !running;
    wire       limit    = running && limit_i != 32'd0 && cpu_cycle_i >= {32'd0, limit_i};
    wire       at_rest  = !cpu_running_i && (&iss_idle_i);

    assign cpu_start_o = go;
    assign iss_clear_o = go;
    assign cpu_stop_o  = stopping_q;
    assign iss_flush_o = stopping_q;

    always @(posedge clk) begin
        end_o <= 1'b0;
        if (!rst_n) begin
            state_q_o      <= ST_IDLE;
            stopping_q     <= 1'b0;
            exit_code_q_o  <= 32'd0;
            fault_q_o      <= FAULT_NONE;
            fault_pc_q_o   <= 64'd0;
            fault_addr_q_o <= 64'd0;
        end else if (go) begin
            state_q_o      <= ST_RUNNING;
            exit_code_q_o  <= 32'd0;
            fault_q_o      <= FAULT_NONE;
            fault_pc_q_o   <= 64'd0;
            fault_addr_q_o <= 64'd0;
        end else if (running && stopping_q) begin
            if (at_rest) begin
                // an instruction may still have retired since the stop: the pc of these two is where the core came to rest
                if (fault_q_o == FAULT_ABORT || fault_q_o == FAULT_WATCHDOG) fault_pc_q_o <= cpu_next_pc_i;
                state_q_o  <= ST_FAULT;
                stopping_q <= 1'b0;
                end_o      <= 1'b1;
            end
        end else if (running) begin
            // the order of the arms is the priority when several happen in one cycle
            if (iss_fault_valid_i) begin
                stopping_q     <= 1'b1;
                fault_q_o      <= iss_fault_code_i;
                fault_pc_q_o   <= iss_fault_pc_i;
                fault_addr_q_o <= iss_fault_addr_i;
            end else if (cpu_trap_valid_i) begin
                stopping_q     <= 1'b1;
                fault_q_o      <= FAULT_FETCH_MISALIGNED + {2'b00, cpu_trap_cause_i};   // errors.def: the first trap's code + mcause
                fault_pc_q_o   <= cpu_trap_pc_i;
                fault_addr_q_o <= cpu_trap_addr_i;
            end else if (cpu_exit_valid_i) begin
                exit_code_q_o  <= cpu_exit_code_i;
                if (cpu_exit_code_i != 32'd0) begin
                    fault_q_o      <= FAULT_EXIT_CODE;
                    fault_pc_q_o   <= cpu_exit_pc_i;
                    fault_addr_q_o <= {32'd0, cpu_exit_code_i};
                end
                state_q_o      <= cpu_exit_code_i == 32'd0 ? ST_DONE : ST_FAULT;
                end_o          <= 1'b1;
            end else if (abort_i || limit) begin
                stopping_q     <= 1'b1;
                fault_q_o      <= abort_i ? FAULT_ABORT : FAULT_WATCHDOG;
                fault_addr_q_o <= 64'd0;
            end
        end
    end
endmodule
`default_nettype wire
