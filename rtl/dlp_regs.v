// SPDX-License-Identifier: Apache-2.0
// dlp_regs - the register file of the chip (spec/regs.def): identity, rings, interrupts, events, host DMA descriptors, one block per core.
//
// Protocol: s_axil is the host's side (AXI4-Lite, every access answers OKAY; what is not there reads 0), mmio the job scheduler core's (ready in the
//           cycle of valid).  Access rights are those of the table.  A bit that is set and cleared in one cycle is set.  The two sides never own
//           the same register, except IRQ_STATUS, whose bits the job scheduler sets and the host clears: setting wins.
//           The firmware watchdog counts only while DEV_CTRL.JS_RUN is set.
// Latency:  host: response 2 cycles after a write is complete, data 1 cycle after a read address; mmio: none.
`default_nettype none

module dlp_regs #(
    parameter PROFILE   = 2,
    parameter CLUSTERS  = 1,
    parameter CORES     = 1,           // per cluster
    parameter MXU_DIM   = 16,
    parameter VPU_LANES = 16,
    parameter NRAM_KB   = 768,
    parameter WRAM_KB   = 1024,
    parameter LMEM_KB   = 32,
    parameter SRAM_KB   = 0,
    parameter GDRAM_MB  = 256
) (
    input  wire        clk,
    input  wire        rst_n,

    // host
    input  wire        s_axil_awvalid_i,
    output wire        s_axil_awready_o,
    input  wire [15:0] s_axil_awaddr_i,
    input  wire        s_axil_wvalid_i,
    output wire        s_axil_wready_o,
    input  wire [31:0] s_axil_wdata_i,
    output reg         s_axil_bvalid_o,
    input  wire        s_axil_bready_i,
    output wire [1:0]  s_axil_bresp_o,
    input  wire        s_axil_arvalid_i,
    output wire        s_axil_arready_o,
    input  wire [15:0] s_axil_araddr_i,
    output reg         s_axil_rvalid_o,
    input  wire        s_axil_rready_i,
    output reg  [31:0] s_axil_rdata_o,
    output wire [1:0]  s_axil_rresp_o,

    // job scheduler core
    input  wire        mmio_valid_i,
    output wire        mmio_ready_o,
    input  wire        mmio_write_i,
    input  wire [15:0] mmio_addr_i,
    input  wire [31:0] mmio_wdata_i,
    output wire [31:0] mmio_rdata_o,
    output wire        event_o,

    // interrupts
    output wire [1:0]  irq_o,

    // run control and state of the job scheduler core
    output wire        js_run_o,
    output wire [31:0] js_entry_o,
    input  wire        js_start_i,     // it leaves reset: the fault of the last run is forgotten
    input  wire        js_running_i,
    input  wire        js_wfi_i,
    input  wire        js_trap_valid_i,
    input  wire [5:0]  js_trap_cause_i,
    input  wire [63:0] js_trap_pc_i,
    input  wire [63:0] js_trap_addr_i,

    // host DMA
    output wire        desc_valid_o,
    input  wire        desc_ready_i,
    output wire        desc_to_host_o,
    output wire        desc_on_device_o,
    output wire [63:0] desc_host_o,
    output wire [39:0] desc_dev_o,
    output wire [31:0] desc_len_o,
    input  wire        hdma_busy_i,
    input  wire        hdma_done_valid_i,
    input  wire        hdma_done_error_i,
    input  wire [63:0] hdma_done_host_i,

    // cores, concatenated
    output reg  [CLUSTERS*CORES-1:0]    core_start_o,
    output reg  [CLUSTERS*CORES-1:0]    core_abort_o,
    output reg  [32*CLUSTERS*CORES-1:0] core_entry_o,
    output reg  [32*CLUSTERS*CORES-1:0] core_arg_o,
    output reg  [32*CLUSTERS*CORES-1:0] core_wdt_o,
    input  wire [2*CLUSTERS*CORES-1:0]  core_status_i,
    input  wire [32*CLUSTERS*CORES-1:0] core_exit_i,
    input  wire [8*CLUSTERS*CORES-1:0]  core_fault_i,
    input  wire [64*CLUSTERS*CORES-1:0] core_pc_i,
    input  wire [64*CLUSTERS*CORES-1:0] core_addr_i,
    input  wire [64*CLUSTERS*CORES-1:0] core_cycles_i,
    input  wire [64*CLUSTERS*CORES-1:0] core_instret_i,
    input  wire [64*CLUSTERS*CORES-1:0] core_rows_i,
    input  wire [CLUSTERS*CORES-1:0]    core_end_i
);
    `include "dlp_spec.vh"

    localparam NC = CLUSTERS * CORES;
    localparam [31:0] V_PROFILE = PROFILE, V_CLUSTERS = CLUSTERS, V_CORES = CORES, V_MXU = MXU_DIM, V_VPU = VPU_LANES, V_NRAM = NRAM_KB,
                      V_WRAM = WRAM_KB, V_LMEM = LMEM_KB, V_SRAM = SRAM_KB, V_GDRAM = GDRAM_MB;

    // ---- host bus: one write and one read at a time
    reg         aw_q, w_q;
    reg  [15:0] awaddr_q;
    reg  [31:0] wdata_q;
    wire        h_we = aw_q && w_q && !s_axil_bvalid_o;
    wire        h_re = s_axil_arvalid_i && s_axil_arready_o;
    wire        j_we = mmio_valid_i && mmio_write_i;
    wire        j_re = mmio_valid_i && !mmio_write_i;
    wire [15:0] r_offset = j_re ? mmio_addr_i : s_axil_araddr_i;
    wire [7:0]  r_core   = r_offset[15:8] - BLOCK_CORE_BASE[15:8];

    assign s_axil_awready_o = !aw_q;
    assign s_axil_wready_o  = !w_q;
    assign s_axil_bresp_o   = 2'b00;
    assign s_axil_arready_o = !s_axil_rvalid_o && !j_re;
    assign s_axil_rresp_o   = 2'b00;

    always @(posedge clk) begin
        if (s_axil_awvalid_i && s_axil_awready_o) awaddr_q <= s_axil_awaddr_i;
        if (s_axil_wvalid_i && s_axil_wready_o)   wdata_q  <= s_axil_wdata_i;
        if (!rst_n) begin
            aw_q            <= 1'b0;
            w_q             <= 1'b0;
            s_axil_bvalid_o <= 1'b0;
            s_axil_rvalid_o <= 1'b0;
        end else begin
            if (h_we)                    aw_q <= 1'b0;
            else if (s_axil_awvalid_i)   aw_q <= 1'b1;
            if (h_we)                    w_q  <= 1'b0;
            else if (s_axil_wvalid_i)    w_q  <= 1'b1;
            if (h_we)                    s_axil_bvalid_o <= 1'b1;
            else if (s_axil_bready_i)    s_axil_bvalid_o <= 1'b0;
            if (h_re)                    s_axil_rvalid_o <= 1'b1;
            else if (s_axil_rready_i)    s_axil_rvalid_o <= 1'b0;
        end
    end

    assign mmio_ready_o = 1'b1;

    // ---- registers
    reg         js_run_q, js_fault_q, js_hung_q;
    reg  [31:0] js_entry_q, js_pc_q, js_addr_q, js_wdt_q;
    reg  [7:0]  js_code_q;
    reg  [1:0]  irq_q;
    reg  [31:0] irq_mask_q, event_q, event_en_q, timer_q;
    reg  [63:0] time_q;
    reg  [31:0] hdma_lo_q, hdma_hi_q, hdma_dev_q, hdma_len_q, hdma_errors_q, hdma_done_q;
    reg  [63:0] hdma_err_q;

    assign js_run_o         = js_run_q;
    assign js_entry_o       = js_entry_q;
    assign event_o          = (event_q & event_en_q) != 32'd0;
    assign irq_o            = irq_q & irq_mask_q[1:0];
    assign desc_valid_o     = j_we && mmio_addr_i == REG_HDMA_START;
    assign desc_to_host_o   = mmio_wdata_i[HDMA_START_TO_HOST_LSB];
    assign desc_on_device_o = mmio_wdata_i[HDMA_START_ON_DEVICE_LSB];
    assign desc_host_o      = {hdma_hi_q, hdma_lo_q};
    assign desc_dev_o       = {8'd0, hdma_dev_q};
    assign desc_len_o       = hdma_len_q;

    // events of this cycle
    wire hung = js_run_q && js_wdt_q == 32'd1 && !(j_we && mmio_addr_i == REG_JS_WDT);
    reg  [31:0] event_set;
    integer     e;
    always @* begin
        event_set = 32'd0;
        event_set[EVENT_STATUS_DOORBELL_LSB] = h_we && awaddr_q == REG_JOB_TAIL;
        event_set[EVENT_STATUS_CPL_HEAD_LSB] = h_we && awaddr_q == REG_CPL_HEAD;
        event_set[EVENT_STATUS_HDMA_LSB]     = hdma_done_valid_i;
        event_set[EVENT_STATUS_CANCEL_LSB]   = h_we && awaddr_q == REG_JOB_CANCEL;
        event_set[EVENT_STATUS_TIMER_LSB]    = timer_q != 32'd0 && time_q[31:0] == timer_q;
        for (e = 0; e < NC && e < 24; e = e + 1)
            event_set[EVENT_STATUS_CORE_LSB + e] = core_end_i[e];
    end

    reg  [1:0] irq_set;
    always @* begin
        irq_set = (j_we && mmio_addr_i == REG_IRQ_STATUS) ? mmio_wdata_i[1:0] : 2'b00;
        if (js_trap_valid_i || hung) irq_set[IRQ_STATUS_FAULT_LSB] = 1'b1;
    end
    wire [1:0] irq_clr = (h_we && awaddr_q == REG_IRQ_STATUS) ? wdata_q[1:0] : 2'b00;

    always @(posedge clk)
        if (!rst_n) begin
            js_run_q <= 1'b0; js_fault_q <= 1'b0; js_hung_q <= 1'b0; js_code_q <= 8'd0;
            js_entry_q <= 32'd0; js_pc_q <= 32'd0; js_addr_q <= 32'd0; js_wdt_q <= 32'd0;
            irq_q <= 2'd0; irq_mask_q <= 32'd0; event_q <= 32'd0; event_en_q <= 32'd0; timer_q <= 32'd0; time_q <= 64'd0;
            hdma_lo_q <= 32'd0; hdma_hi_q <= 32'd0; hdma_dev_q <= 32'd0; hdma_len_q <= 32'd0; hdma_errors_q <= 32'd0; hdma_done_q <= 32'd0; hdma_err_q <= 64'd0;
        end else begin
            time_q <= time_q + 64'd1;
            irq_q  <= (irq_q & ~irq_clr) | irq_set;
            event_q <= (event_q & ~((j_we && mmio_addr_i == REG_EVENT_STATUS) ? mmio_wdata_i : 32'd0)) | event_set;

            if (h_we)
                case (awaddr_q)
                    REG_DEV_CTRL:    js_run_q   <= wdata_q[DEV_CTRL_JS_RUN_LSB];
                    REG_JS_ENTRY:    js_entry_q <= wdata_q;
                    REG_IRQ_MASK:    irq_mask_q <= wdata_q;
                    default: ;
                endcase

            if (js_run_q && js_wdt_q != 32'd0) js_wdt_q <= js_wdt_q - 32'd1;
            if (hung) js_hung_q <= 1'b1;
            if (j_we)
                case (mmio_addr_i)
                    REG_JS_WDT:       js_wdt_q   <= mmio_wdata_i;
                    REG_EVENT_ENABLE: event_en_q <= mmio_wdata_i;
                    REG_TIMER_CMP:    timer_q    <= mmio_wdata_i;
                    REG_HDMA_HOST_LO: hdma_lo_q  <= mmio_wdata_i;
                    REG_HDMA_HOST_HI: hdma_hi_q  <= mmio_wdata_i;
                    REG_HDMA_DEV:     hdma_dev_q <= mmio_wdata_i;
                    REG_HDMA_LEN:     hdma_len_q <= mmio_wdata_i;
                    default: ;
                endcase

            // a firmware that is started anew starts with the state that reset gives: rings empty, nothing pending
            if (js_start_i) begin
                js_fault_q <= 1'b0; js_hung_q <= 1'b0; js_code_q <= 8'd0; js_pc_q <= 32'd0; js_addr_q <= 32'd0;
                js_wdt_q <= 32'd0;
                event_q <= 32'd0; event_en_q <= 32'd0; timer_q <= 32'd0;
            end
            if (js_trap_valid_i) begin
                js_fault_q <= 1'b1;
                js_code_q  <= FAULT_FETCH_MISALIGNED + {2'b00, js_trap_cause_i};   // errors.def: the first trap's code + mcause
                js_pc_q    <= js_trap_pc_i[31:0];
                js_addr_q  <= js_trap_addr_i[31:0];
            end
            if (hdma_done_valid_i) begin
                hdma_done_q <= hdma_done_q + 32'd1;
                if (hdma_done_error_i) begin
                    hdma_errors_q <= hdma_errors_q + 32'd1;
                    hdma_err_q    <= hdma_done_host_i;
                end
            end
        end

    // ---- registers that only hold a value for the other side: LUT RAM, with a bit for each that tells whether it was written; it reads 0 before
    function [3:0] host_slot(input [15:0] offset);         // {it is one of the host's, where}
        case (offset)
            REG_JOB_BASE_LO: host_slot = {1'b1, 3'd0};
            REG_JOB_BASE_HI: host_slot = {1'b1, 3'd1};
            REG_JOB_SIZE:    host_slot = {1'b1, 3'd2};
            REG_JOB_TAIL:    host_slot = {1'b1, 3'd3};
            REG_CPL_BASE_LO: host_slot = {1'b1, 3'd4};
            REG_CPL_BASE_HI: host_slot = {1'b1, 3'd5};
            REG_CPL_SIZE:    host_slot = {1'b1, 3'd6};
            REG_CPL_HEAD:    host_slot = {1'b1, 3'd7};
            default:         host_slot = 4'd0;
        endcase
    endfunction
    function [3:0] fw_slot(input [15:0] offset);           // the same for the firmware
        case (offset)
            REG_FW_STATE:    fw_slot = {1'b1, 3'd0};
            REG_FW_HASH:     fw_slot = {1'b1, 3'd1};
            REG_FW_INFO:     fw_slot = {1'b1, 3'd2};
            REG_JOB_HEAD:    fw_slot = {1'b1, 3'd3};
            REG_CPL_TAIL:    fw_slot = {1'b1, 3'd4};
            default:         fw_slot = 4'd0;
        endcase
    endfunction
    (* ram_style = "distributed" *) reg [31:0] host_mem [0:7];
    (* ram_style = "distributed" *) reg [31:0] fw_mem [0:7];
    reg  [7:0]  host_set_q, fw_set_q;
    wire [3:0]  w_host = host_slot(awaddr_q), w_fw = fw_slot(mmio_addr_i);
    wire [3:0]  r_host = host_slot(r_offset), r_fw = fw_slot(r_offset);
    wire [31:0] host_word = host_mem[r_host[2:0]], fw_word = fw_mem[r_fw[2:0]];

    always @(posedge clk) begin
        if (h_we && w_host[3]) host_mem[w_host[2:0]] <= wdata_q;
        if (j_we && w_fw[3])   fw_mem[w_fw[2:0]]     <= mmio_wdata_i;
        if (!rst_n)                   host_set_q <= 8'd0;
        else if (h_we && w_host[3])   host_set_q[w_host[2:0]] <= 1'b1;
        if (!rst_n || js_start_i)     fw_set_q <= 8'd0;
        else if (j_we && w_fw[3])     fw_set_q[w_fw[2:0]] <= 1'b1;
    end

    // ---- core blocks
    wire [7:0]  j_core = mmio_addr_i[15:8] - BLOCK_CORE_BASE[15:8];
    wire        j_core_we = j_we && mmio_addr_i >= BLOCK_CORE_BASE;
    integer     c;
    always @(posedge clk) begin
        core_start_o <= {NC{1'b0}};
        core_abort_o <= {NC{1'b0}};
        if (!rst_n) begin
            core_entry_o <= {32*NC{1'b0}};
            core_arg_o   <= {32*NC{1'b0}};
            core_wdt_o   <= {32*NC{1'b0}};
        end else if (j_core_we)
            for (c = 0; c < NC; c = c + 1)
                if (j_core == c[7:0])
                    case ({BLOCK_CORE_BASE[15:8], mmio_addr_i[7:0]})
                        REG_CORE_CTRL: begin
                            core_start_o[c] <= mmio_wdata_i[CORE_CTRL_START_LSB];
                            core_abort_o[c] <= mmio_wdata_i[CORE_CTRL_ABORT_LSB];
                        end
                        REG_CORE_ENTRY: core_entry_o[32*c +: 32] <= mmio_wdata_i;
                        REG_CORE_ARG:   core_arg_o[32*c +: 32]   <= mmio_wdata_i;
                        REG_CORE_WDT:   core_wdt_o[32*c +: 32]   <= mmio_wdata_i;
                        default: ;
                    endcase
    end

    // ---- reads: one table for both sides; the job scheduler goes first
    reg  [31:0] rdata;
    integer     k;
    always @* begin
        rdata = 32'd0;
        k     = 0;                     // on every path: a loop variable is a signal, too
        if (j_re || h_re)              // a simulator walks the table only when somebody reads
            case (r_offset)
                REG_ID:            rdata = RST_ID;
                REG_VERSION:       rdata = RST_VERSION;
                REG_SPEC_HASH:     rdata = SPEC_HASH;
                REG_PROFILE:       rdata = V_PROFILE;
                REG_CFG_CORES: begin
                    rdata[CFG_CORES_CLUSTERS_MSB:CFG_CORES_CLUSTERS_LSB] = V_CLUSTERS[7:0];
                    rdata[CFG_CORES_PER_MSB:CFG_CORES_PER_LSB]           = V_CORES[7:0];
                end
                REG_CFG_MXU:       rdata = V_MXU;
                REG_CFG_VPU:       rdata = V_VPU;
                REG_CFG_NRAM_KB:   rdata = V_NRAM;
                REG_CFG_WRAM_KB:   rdata = V_WRAM;
                REG_CFG_LMEM_KB:   rdata = V_LMEM;
                REG_CFG_SRAM_KB:   rdata = V_SRAM;
                REG_CFG_GDRAM_MB:  rdata = V_GDRAM;
                REG_DEV_CTRL:      rdata[DEV_CTRL_JS_RUN_LSB] = js_run_q;
                REG_DEV_STATUS: begin
                    rdata[DEV_STATUS_JS_RUNNING_LSB] = js_running_i && !js_fault_q;
                    rdata[DEV_STATUS_JS_FAULT_LSB]   = js_fault_q;
                    rdata[DEV_STATUS_JS_WFI_LSB]     = js_wfi_i;
                    rdata[DEV_STATUS_JS_HUNG_LSB]    = js_hung_q;
                end
                REG_JS_ENTRY:      rdata = js_entry_q;
                REG_JS_FAULT_CODE: rdata = {24'd0, js_code_q};
                REG_JS_FAULT_PC:   rdata = js_pc_q;
                REG_JS_FAULT_ADDR: rdata = js_addr_q;
                REG_JS_WDT:        rdata = js_wdt_q;
                REG_IRQ_STATUS:    rdata = {30'd0, irq_q};
                REG_IRQ_MASK:      rdata = irq_mask_q;
                REG_EVENT_STATUS:  rdata = event_q;
                REG_EVENT_ENABLE:  rdata = event_en_q;
                REG_TIME_LO:       rdata = time_q[31:0];
                REG_TIME_HI:       rdata = time_q[63:32];
                REG_TIMER_CMP:     rdata = timer_q;
                REG_HDMA_HOST_LO:  rdata = hdma_lo_q;
                REG_HDMA_HOST_HI:  rdata = hdma_hi_q;
                REG_HDMA_DEV:      rdata = hdma_dev_q;
                REG_HDMA_LEN:      rdata = hdma_len_q;
                REG_HDMA_STATUS: begin
                    rdata[HDMA_STATUS_BUSY_LSB] = hdma_busy_i;
                    rdata[HDMA_STATUS_FULL_LSB] = !desc_ready_i;
                end
                REG_HDMA_ERRORS:   rdata = hdma_errors_q;
                REG_HDMA_DONE:     rdata = hdma_done_q;
                REG_HDMA_ERR_LO:   rdata = hdma_err_q[31:0];
                REG_HDMA_ERR_HI:   rdata = hdma_err_q[63:32];
                default: begin
                    if (r_host[3] && host_set_q[r_host[2:0]]) rdata = host_word;
                    if (r_fw[3] && fw_set_q[r_fw[2:0]])       rdata = fw_word;
                    for (k = 0; k < NC; k = k + 1)
                        if (r_offset >= BLOCK_CORE_BASE && r_core == k[7:0])
                            case ({BLOCK_CORE_BASE[15:8], r_offset[7:0]})
                                REG_CORE_STATUS:  rdata = {30'd0, core_status_i[2*k +: 2]};
                                REG_CORE_ENTRY:   rdata = core_entry_o[32*k +: 32];
                                REG_CORE_ARG:     rdata = core_arg_o[32*k +: 32];
                                REG_CORE_WDT:     rdata = core_wdt_o[32*k +: 32];
                                REG_CORE_EXIT:    rdata = core_exit_i[32*k +: 32];
                                REG_CORE_FAULT:   rdata = {24'd0, core_fault_i[8*k +: 8]};
                                REG_CORE_PC_LO:   rdata = core_pc_i[64*k +: 32];
                                REG_CORE_PC_HI:   rdata = core_pc_i[64*k+32 +: 32];
                                REG_CORE_ADDR_LO: rdata = core_addr_i[64*k +: 32];
                                REG_CORE_ADDR_HI: rdata = core_addr_i[64*k+32 +: 32];
                                REG_CORE_CYCLES:  rdata = core_cycles_i[64*k +: 32];
                                REG_CORE_INSTRET: rdata = core_instret_i[64*k +: 32];
                                REG_CORE_ROWS:    rdata = core_rows_i[64*k +: 32];
                                default: ;
                            endcase
                end
            endcase
    end
    assign mmio_rdata_o = rdata;
    always @(posedge clk) if (h_re) s_axil_rdata_o <= rdata;

    wire unused_ok = &{1'b0, js_trap_pc_i, js_trap_addr_i, core_cycles_i, core_instret_i, core_rows_i};
endmodule
`default_nettype wire
