// SPDX-License-Identifier: Apache-2.0
// dlp_cpu - the scalar core with its instruction cache, load/store unit, local memory and CSRs.
//
// Protocol: docs/interfaces.md, 4.  HAS_DLP = 1: a DLP core, which issues commands; 0: the job scheduler core, which has MMIO instead.
// Timing:   next_pc -> instruction cache (synchronous) | decode, execute, write back.  Every instruction takes one cycle in the second
//           stage unless it waits.  jal and a taken count-jump choose the next pc in their own cycle: no bubble.  Other taken branches, jalr, mret
//           and traps redirect through a register: one bubble.
`default_nettype none

module dlp_cpu #(
    parameter HAS_DLP      = 1,
    parameter ROW_BYTES    = 64,
    parameter LMEM_BYTES   = 32768,
    parameter ICACHE_LINES = 128,
    parameter NRAM_BYTES   = 786432,
    parameter WRAM_BYTES   = 1048576,
    parameter [39:0] GDRAM_BYTES = 40'h10000000,
    parameter HARTID       = 0,
    parameter PROFILE      = 2
) (
    input  wire        clk,
    input  wire        rst_n,

    // control
    input  wire        start_i,
    input  wire [31:0] start_pc_i,
    input  wire [31:0] start_arg_i,
    input  wire        stop_i,
    output wire        running_o,
    output reg         exit_valid_o,
    output reg  [31:0] exit_code_o,
    output reg         trap_valid_o,
    output reg  [5:0]  trap_cause_o,
    output reg  [63:0] trap_pc_o,
    output reg  [63:0] trap_addr_o,
    output wire [63:0] next_pc_o,

    // fetch bus
    output wire        if_arvalid_o,
    input  wire        if_arready_i,
    output wire [39:0] if_araddr_o,
    output wire [7:0]  if_arlen_o,
    input  wire        if_rvalid_i,
    output wire        if_rready_o,
    input  wire [8*ROW_BYTES-1:0] if_rdata_i,
    input  wire [1:0]  if_rresp_i,
    input  wire        if_rlast_i,

    // data bus
    output wire        ls_arvalid_o,
    input  wire        ls_arready_i,
    output wire [39:0] ls_araddr_o,
    output wire [7:0]  ls_arlen_o,
    input  wire        ls_rvalid_i,
    output wire        ls_rready_o,
    input  wire [8*ROW_BYTES-1:0] ls_rdata_i,
    input  wire [1:0]  ls_rresp_i,
    input  wire        ls_rlast_i,
    output wire        ls_awvalid_o,
    input  wire        ls_awready_i,
    output wire [39:0] ls_awaddr_o,
    output wire [7:0]  ls_awlen_o,
    output wire        ls_wvalid_o,
    input  wire        ls_wready_i,
    output wire [8*ROW_BYTES-1:0] ls_wdata_o,
    output wire [ROW_BYTES-1:0]   ls_wstrb_o,
    output wire        ls_wlast_o,
    input  wire        ls_bvalid_i,
    output wire        ls_bready_o,
    input  wire [1:0]  ls_bresp_i,

    // scratchpads
    output wire        nram_req_valid_o,
    input  wire        nram_req_ready_i,
    output wire        nram_req_write_o,
    output wire [15:0] nram_req_row_o,
    output wire [ROW_BYTES-1:0]   nram_req_be_o,
    output wire [8*ROW_BYTES-1:0] nram_req_wdata_o,
    input  wire        nram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] nram_rsp_rdata_i,
    output wire        wram_req_valid_o,
    input  wire        wram_req_ready_i,
    output wire        wram_req_write_o,
    output wire [15:0] wram_req_row_o,
    output wire [ROW_BYTES-1:0]   wram_req_be_o,
    output wire [8*ROW_BYTES-1:0] wram_req_wdata_o,
    input  wire        wram_rsp_valid_i,
    input  wire [8*ROW_BYTES-1:0] wram_rsp_rdata_i,

    // registers
    output wire        mmio_valid_o,
    input  wire        mmio_ready_i,
    output wire        mmio_write_o,
    output wire [15:0] mmio_addr_o,
    output wire [31:0] mmio_wdata_o,
    input  wire [31:0] mmio_rdata_i,

    // commands
    output wire        iss_valid_o,
    input  wire        iss_ready_i,
    output wire [1:0]  iss_stream_o,
    output wire [5:0]  iss_op_o,
    output wire [3:0]  iss_after_o,
    output wire [63:0] iss_rd_o,
    output wire [63:0] iss_rs1_o,
    output wire [63:0] iss_rs2_o,
    output wire [63:0] iss_pc_o,
    output wire [1:0]  cfg_we_o,
    output wire [6:0]  cfg_index_o,
    output wire [63:0] cfg_wdata_o,
    input  wire [3:0]  iss_idle_i,

    // events and counters
    input  wire        event_i,
    output wire        wfi_o,
    input  wire [3:0]  busy_i,
    input  wire        mxu_row_i,
    input  wire [3:0]  nram_conflicts_i,
    input  wire [3:0]  wram_conflicts_i,
    output wire [63:0] instret_o,
    output wire [63:0] cycle_o,
    output wire [63:0] mxu_rows_o,

    // trace
    output reg         ret_valid_o,
    output reg  [63:0] ret_pc_o,
    output reg  [31:0] ret_insn_o,
    output reg         ret_we_o,
    output reg  [4:0]  ret_rd_o,
    output reg  [63:0] ret_val_o,
    output reg         ret_trap_o,
    output reg  [5:0]  ret_cause_o
);
    `include "dlp_spec.vh"

    // mcause values of the privileged manual, and ours
    localparam [5:0] CAUSE_MISALIGNED_FETCH = 6'd0, CAUSE_FETCH = 6'd1, CAUSE_ILLEGAL = 6'd2, CAUSE_BREAK = 6'd3,
                     CAUSE_MISALIGNED_LOAD = 6'd4, CAUSE_LOAD = 6'd5, CAUSE_MISALIGNED_STORE = 6'd6, CAUSE_STORE = 6'd7,
                     CAUSE_ECALL = 6'd11, CAUSE_FETCH_BUS = 6'd24, CAUSE_LOAD_BUS = 6'd25, CAUSE_STORE_BUS = 6'd26;
    localparam [40:0] CODE_BYTES = {1'b0, GDRAM_BYTES} < MEM_CODE_WINDOW ? {1'b0, GDRAM_BYTES} : MEM_CODE_WINDOW;

    // ---- state
    reg        run_q;                  // instructions are executed
    reg [63:0] pc_q;                   // the instruction in the execute stage
    reg        redirect_q;             // this cycle is a bubble; target_q comes next
    reg [63:0] target_q;
    reg [63:0] x [0:31];               // x[0] is never written and never read
    reg        busy_q;                 // a multiply or divide runs

    wire       icache_hit, icache_error, icache_idle, lsu_started;
    assign running_o = run_q || !icache_idle || lsu_started;
    assign next_pc_o = redirect_q ? target_q : pc_q;

    // ---- fetch
    reg  [63:0] next_pc;
    wire [31:0] insn;
    wire        pc_ok = pc_q[63:30] == {24'd0, MEM_CODE_BASE[39:30]} && {11'd0, pc_q[29:0]} < CODE_BYTES;
    wire        fence_i;

    dlp_icache #(.ROW_BYTES(ROW_BYTES), .LINES(ICACHE_LINES), .GDRAM_BYTES(GDRAM_BYTES)) u_icache (
        .clk(clk), .rst_n(rst_n), .enable_i(run_q && pc_ok && !redirect_q), .read_i(start_i || run_q), .invalidate_i(start_i || fence_i),
        .next_i(next_pc[29:0]), .pc_i(pc_q[29:0]), .hit_o(icache_hit), .insn_o(insn), .error_o(icache_error), .idle_o(icache_idle),
        .arvalid_o(if_arvalid_o), .arready_i(if_arready_i), .araddr_o(if_araddr_o), .arlen_o(if_arlen_o),
        .rvalid_i(if_rvalid_i), .rready_o(if_rready_o), .rdata_i(if_rdata_i), .rresp_i(if_rresp_i), .rlast_i(if_rlast_i)
    );

    // ---- decode
    wire [6:0]  opc    = insn[6:0];
    wire [4:0]  rd     = insn[11:7];
    wire [2:0]  f3     = insn[14:12];
    wire [4:0]  rs1    = insn[19:15];
    wire [4:0]  rs2    = insn[24:20];
    wire [6:0]  f7     = insn[31:25];
    wire [63:0] imm_i  = {{52{insn[31]}}, insn[31:20]};
    wire [63:0] imm_s  = {{52{insn[31]}}, insn[31:25], insn[11:7]};
    wire [63:0] imm_b  = {{52{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
    wire [63:0] imm_u  = {{32{insn[31]}}, insn[31:12], 12'd0};
    wire [63:0] imm_j  = {{44{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};

    wire        here   = run_q && !redirect_q && pc_ok && icache_hit;
    wire [63:0] xs1    = rs1 == 5'd0 ? 64'd0 : x[rs1];
    wire [63:0] xs2    = rs2 == 5'd0 ? 64'd0 : x[rs2];
    wire [63:0] xd     = rd  == 5'd0 ? 64'd0 : x[rd];
    wire [63:0] pc4    = pc_q + 64'd4;
    wire [63:0] pc_imm = pc_q + (opc == OPC_BRANCH ? imm_b : imm_j);
    wire [63:0] count  = xd - 64'd1;

    function cfg_known(input [6:0] index);
        // the first stream's registers start at index 0
        cfg_known = index <= CFGR_VEC_SCALE || (index >= CFGR_MAT_HI && index <= CFGR_MAT_SHIFT) ||
                    (index >= CFGR_IO_DST_STRIDE && index <= CFGR_IO_ROWS) || (index >= CFGR_MV_DST_STRIDE && index <= CFGR_MV_ROWS);
    endfunction

    // the vector operations that exist
    function vop_known(input [5:0] op);
        case (op)
            VOP_VADD_VV, VOP_VADD_VS, VOP_VADD_VC, VOP_VSUB_VV, VOP_VSUB_VS, VOP_VSUB_VC, VOP_VMUL_VV, VOP_VMUL_VS, VOP_VMUL_VC,
            VOP_VMAX_VV, VOP_VMAX_VS, VOP_VMAX_VC, VOP_VMIN_VV, VOP_VMIN_VS, VOP_VMIN_VC, VOP_VRELU, VOP_VCVT_I8, VOP_VCVT_I32, VOP_VCVT_F32,
            VOP_VFILL, VOP_VMAXPOOL, VOP_VAVGPOOL, VOP_VARGMAX, VOP_VSUM: vop_known = 1'b1;
            default: vop_known = 1'b0;
        endcase
    endfunction

    reg legal, is_load, is_store, is_md, is_cmd, is_cfg1, is_cfg2, is_vset, is_sync, is_exit, is_csr, is_wfi, is_fencei, is_jump, is_branch, is_sys;
    wire csr_known;

    always @* begin
        {legal, is_load, is_store, is_md, is_cmd, is_cfg1, is_cfg2, is_vset, is_sync, is_exit, is_csr, is_wfi, is_fencei, is_jump, is_branch, is_sys} = 16'd0;
        if (here)
            case (opc)
                OPC_LUI, OPC_AUIPC:  legal = 1'b1;
                OPC_JAL, OPC_CJ:     begin legal = 1'b1; is_jump = 1'b1; end
                OPC_JALR:            begin legal = f3 == 3'd0; is_jump = 1'b1; end
                OPC_BRANCH:          begin legal = f3[2:1] != 2'b01; is_branch = 1'b1; end
                OPC_LOAD:            begin legal = f3 != 3'd7; is_load = 1'b1; end
                OPC_STORE:           begin legal = !f3[2]; is_store = 1'b1; end
                OPC_OP_IMM:          legal = f3 == 3'd1 ? insn[31:26] == 6'd0 : f3 == 3'd5 ? (insn[31:26] & 6'b101111) == 6'd0 : 1'b1;
                OPC_OP_IMM_32:       legal = f3 == 3'd0 ? 1'b1 : f3 == 3'd1 ? f7 == 7'd0 : f3 == 3'd5 ? (f7 & 7'b1011111) == 7'd0 : 1'b0;
                OPC_OP:              begin
                    is_md = f7 == 7'd1;
                    legal = f7 == 7'd0 || f7 == 7'd1 || (f7 == 7'b0100000 && (f3 == 3'd0 || f3 == 3'd5));
                end
                OPC_OP_32:           begin
                    is_md = f7 == 7'd1;
                    legal = f7 == 7'd0 ? f3 == 3'd0 || f3 == 3'd1 || f3 == 3'd5 :
                            f7 == 7'd1 ? f3 == 3'd0 || f3[2] : f7 == 7'b0100000 && (f3 == 3'd0 || f3 == 3'd5);
                end
                OPC_FENCE:           begin legal = f3 == 3'd0 || f3 == 3'd1; is_fencei = f3 == 3'd1; end
                OPC_SYSTEM:
                    if (f3 == 3'd0) begin
                        is_sys = 1'b1;
                        is_wfi = insn == INSN_WFI_MATCH;
                        legal  = insn == INSN_ECALL_MATCH || insn == INSN_EBREAK_MATCH || insn == INSN_MRET_MATCH || is_wfi;
                    end else begin
                        is_csr = 1'b1;
                        // numbers with bits 11:10 = 3 refuse a write; csrrs and csrrc write when the source field is not 0
                        legal  = f3 != 3'd4 && csr_known && !(insn[31:30] == 2'b11 && (f3[1:0] == 2'b01 || rs1 != 5'd0));
                    end
                OPC_CTRL: if (HAS_DLP != 0)
                    case (f3)
                        INSN_DCFG_MATCH[14:12]:  begin is_cfg1 = 1'b1; legal = rd == 5'd0 && insn[31:27] == 5'd0 && cfg_known(insn[26:20]); end
                        INSN_DCFG2_MATCH[14:12]: begin is_cfg2 = 1'b1; legal = rd == 5'd0 && !f7[0] && cfg_known(f7); end
                        INSN_VSET_MATCH[14:12]:  begin is_vset = 1'b1; legal = rd == 5'd0; end
                        INSN_SYNC_MATCH[14:12]:  begin is_sync = 1'b1; legal = rd == 5'd0 && rs1 == 5'd0; end
                        INSN_EXIT_MATCH[14:12]:  begin is_exit = 1'b1; legal = rd == 5'd0 && insn[31:20] == 12'd0; end
                        default: ;
                    endcase
                OPC_VEC: if (HAS_DLP != 0) begin is_cmd = 1'b1; legal = vop_known(insn[30:25]); end
                OPC_CMD: if (HAS_DLP != 0) begin is_cmd = 1'b1; legal = insn[30:29] != STREAM_VEC && insn[28:26] == 3'd0; end
                default: ;
            endcase
    end

    // ---- execute
    wire        op_imm = opc == OPC_OP_IMM || opc == OPC_OP_IMM_32;
    wire        word   = opc == OPC_OP_32 || opc == OPC_OP_IMM_32;
    reg  [63:0] b, sh_in, alu, result;
    reg  [5:0]  shamt;
    reg         taken;

    always @* begin
        b     = op_imm ? imm_i : xs2;
        shamt = word ? {1'b0, b[4:0]} : b[5:0];
        sh_in = !word ? xs1 : insn[30] ? {{32{xs1[31]}}, xs1[31:0]} : {32'd0, xs1[31:0]};
        alu   = 64'd0;
        if (here)
            case (f3)
                3'd0:    alu = (!op_imm && insn[30]) ? xs1 - b : xs1 + b;
                3'd1:    alu = xs1 << shamt;
                3'd2:    alu = {63'd0, $signed(xs1) < $signed(b)};
                3'd3:    alu = {63'd0, xs1 < b};
                3'd4:    alu = xs1 ^ b;
                3'd5:    alu = insn[30] ? $unsigned($signed(sh_in) >>> shamt) : sh_in >> shamt;
                3'd6:    alu = xs1 | b;
                default: alu = xs1 & b;
            endcase
        case (f3[2:1])
            2'b00:   taken = xs1 == xs2;
            2'b10:   taken = $signed(xs1) < $signed(xs2);
            default: taken = xs1 < xs2;
        endcase
        taken = taken ^ f3[0];
    end

    // loads and stores
    wire [63:0] ls_addr   = xs1 + (is_store ? imm_s : imm_i);
    wire [2:0]  ls_low    = f3[1:0] == 2'd0 ? 3'd0 : f3[1:0] == 2'd1 ? 3'd1 : f3[1:0] == 2'd2 ? 3'd3 : 3'd7;
    wire        ls_bad    = (ls_addr[2:0] & ls_low) != 3'd0;
    wire        ls_req    = legal && (is_load || is_store) && !ls_bad && !(stop_i && !lsu_started);
    wire        ls_ack, ls_wait_idle;
    wire [1:0]  ls_fault;
    wire [63:0] ls_raw;
    reg  [63:0] ls_value;
    wire        spm_write;
    wire [15:0] spm_row;
    wire [ROW_BYTES-1:0]   spm_be;
    wire [8*ROW_BYTES-1:0] spm_wdata;

    assign nram_req_write_o = spm_write;
    assign nram_req_row_o   = spm_row;
    assign nram_req_be_o    = spm_be;
    assign nram_req_wdata_o = spm_wdata;
    assign wram_req_write_o = spm_write;
    assign wram_req_row_o   = spm_row;
    assign wram_req_be_o    = spm_be;
    assign wram_req_wdata_o = spm_wdata;

    dlp_lsu #(
        .HAS_DLP(HAS_DLP), .ROW_BYTES(ROW_BYTES), .LMEM_BYTES(LMEM_BYTES), .NRAM_BYTES(NRAM_BYTES), .WRAM_BYTES(WRAM_BYTES), .GDRAM_BYTES(GDRAM_BYTES)
    ) u_lsu (
        .clk(clk), .rst_n(rst_n), .req_valid_i(ls_req), .req_write_i(is_store), .req_size_i(f3[1:0]), .req_addr_i(ls_addr), .req_wdata_i(xs2),
        .ack_o(ls_ack), .fault_o(ls_fault), .rdata_o(ls_raw), .started_o(lsu_started), .wait_idle_o(ls_wait_idle), .iss_idle_i(iss_idle_i),
        .nram_req_valid_o(nram_req_valid_o), .nram_req_ready_i(nram_req_ready_i), .wram_req_valid_o(wram_req_valid_o), .wram_req_ready_i(wram_req_ready_i),
        .spm_req_write_o(spm_write), .spm_req_row_o(spm_row), .spm_req_be_o(spm_be), .spm_req_wdata_o(spm_wdata),
        .nram_rsp_valid_i(nram_rsp_valid_i), .nram_rsp_rdata_i(nram_rsp_rdata_i), .wram_rsp_valid_i(wram_rsp_valid_i), .wram_rsp_rdata_i(wram_rsp_rdata_i),
        .arvalid_o(ls_arvalid_o), .arready_i(ls_arready_i), .araddr_o(ls_araddr_o), .arlen_o(ls_arlen_o), .rvalid_i(ls_rvalid_i), .rready_o(ls_rready_o),
        .rdata_i(ls_rdata_i), .rresp_i(ls_rresp_i), .awvalid_o(ls_awvalid_o), .awready_i(ls_awready_i), .awaddr_o(ls_awaddr_o), .awlen_o(ls_awlen_o),
        .wvalid_o(ls_wvalid_o), .wready_i(ls_wready_i), .wdata_o(ls_wdata_o), .wstrb_o(ls_wstrb_o), .wlast_o(ls_wlast_o),
        .bvalid_i(ls_bvalid_i), .bready_o(ls_bready_o), .bresp_i(ls_bresp_i),
        .mmio_valid_o(mmio_valid_o), .mmio_ready_i(mmio_ready_i), .mmio_write_o(mmio_write_o), .mmio_addr_o(mmio_addr_o),
        .mmio_wdata_o(mmio_wdata_o), .mmio_rdata_i(mmio_rdata_i)
    );

    always @*
        case (f3)
            3'd0:    ls_value = {{56{ls_raw[7]}},  ls_raw[7:0]};
            3'd1:    ls_value = {{48{ls_raw[15]}}, ls_raw[15:0]};
            3'd2:    ls_value = {{32{ls_raw[31]}}, ls_raw[31:0]};
            3'd4:    ls_value = {56'd0, ls_raw[7:0]};
            3'd5:    ls_value = {48'd0, ls_raw[15:0]};
            3'd6:    ls_value = {32'd0, ls_raw[31:0]};
            default: ls_value = ls_raw;
        endcase

    // multiply and divide
    wire        md_start = legal && is_md && !busy_q && !stop_i;
    wire        md_done;
    wire [63:0] md_value;

    dlp_muldiv u_muldiv (
        .clk(clk), .rst_n(rst_n), .start_i(md_start), .kill_i(!run_q), .funct3_i(f3), .word_i(word), .a_i(xs1), .b_i(xs2),
        .done_o(md_done), .result_o(md_value)
    );

    // CSRs
    wire [63:0] csr_value, mtvec, mepc;
    wire [63:0] csr_src = f3[2] ? {59'd0, rs1} : xs1;
    wire        wake, retire, trap;
    reg  [5:0]  trap_cause;
    reg  [63:0] trap_value;
    wire [6:0]  stall;

    dlp_csr #(.HARTID(HARTID), .PROFILE(PROFILE)) u_csr (
        .clk(clk), .rst_n(rst_n), .start_i(start_i), .addr_i(insn[31:20]), .known_o(csr_known), .rdata_o(csr_value),
        .write_i(retire && is_csr && (f3[1:0] == 2'b01 || rs1 != 5'd0)),
        .wdata_i(f3[1:0] == 2'b01 ? csr_src : f3[1:0] == 2'b10 ? csr_value | csr_src : csr_value & ~csr_src),
        .trap_i(trap && mtvec != 64'd0), .trap_cause_i(trap_cause), .trap_pc_i(pc_q), .trap_value_i(trap_value), .mtvec_o(mtvec), .mepc_o(mepc),
        .event_i(event_i), .wake_o(wake), .running_i(run_q), .retire_i(retire), .stall_i(stall), .busy_i(busy_i), .mxu_row_i(mxu_row_i),
        .nram_conflicts_i(nram_conflicts_i), .wram_conflicts_i(wram_conflicts_i), .cycle_o(cycle_o), .instret_o(instret_o), .mxu_rows_o(mxu_rows_o)
    );

    // jumps
    wire [63:0] jalr_to  = {imm_i + xs1} & ~64'd1;
    wire        jump_now = is_jump && opc != OPC_JALR && (opc == OPC_JAL || count != 64'd0);     // chosen in this cycle
    wire        jump_far = (is_jump && opc == OPC_JALR) || (is_branch && taken);                 // through target_q
    wire [63:0] jump_to  = opc == OPC_JALR ? jalr_to : pc_imm;
    wire        jump_bad = (jump_now || jump_far) && jump_to[1:0] != 2'b00;

    // ---- commands.  Nothing has an effect outside before its own condition holds, so a stop can withdraw it.
    wire        free = !stop_i;
    assign iss_valid_o  = legal && is_cmd && free;
    assign iss_stream_o = opc == OPC_VEC ? STREAM_VEC : insn[30:29];
    assign iss_op_o     = opc == OPC_VEC ? insn[30:25] : {2'b00, insn[28:25]};
    assign iss_after_o  = {insn[31], f3};
    assign iss_rd_o     = xd;
    assign iss_rs1_o    = xs1;
    assign iss_rs2_o    = xs2;
    assign iss_pc_o     = pc_q;
    assign cfg_we_o     = (legal && free && run_q) ? {is_cfg2 || is_vset, is_cfg1 || is_cfg2 || is_vset} : 2'b00;
    assign cfg_index_o  = is_cfg1 ? insn[26:20] : is_cfg2 ? f7 : CFGR_VEC_N;
    assign cfg_wdata_o  = {is_vset ? {20'd0, insn[31:20]} : xs2[31:0], xs1[31:0]};
    wire        sync_ok = ((iss_idle_i | ~insn[23:20]) == 4'hf);
    wire        exit_ok = iss_idle_i == 4'hf;
    assign wfi_o        = legal && is_wfi && HAS_DLP == 0 && !wake;
    assign fence_i      = retire && is_fencei;

    // ---- does the instruction end in this cycle?
    wire fetch_trap = run_q && !redirect_q && free && (!pc_ok || (!icache_hit && icache_error));
    reg  done, fault;

    always @* begin
        done       = 1'b0;
        fault      = 1'b0;
        trap_cause = CAUSE_ILLEGAL;
        trap_value = {32'd0, insn};
        if (fetch_trap) begin
            fault      = 1'b1;
            trap_cause = pc_ok ? CAUSE_FETCH_BUS : CAUSE_FETCH;
            trap_value = pc_q;
        end else if (here && (free || lsu_started)) begin
            if (!legal)
                fault = 1'b1;
            else if (is_sys && insn == INSN_ECALL_MATCH) begin
                fault = 1'b1; trap_cause = CAUSE_ECALL; trap_value = 64'd0;
            end else if (is_sys && insn == INSN_EBREAK_MATCH) begin
                fault = 1'b1; trap_cause = CAUSE_BREAK; trap_value = pc_q;
            end else if (jump_bad) begin
                fault = 1'b1; trap_cause = CAUSE_MISALIGNED_FETCH; trap_value = jump_to;
            end else if (is_load || is_store) begin
                trap_value = ls_addr;
                if (ls_bad) begin
                    fault = 1'b1; trap_cause = is_store ? CAUSE_MISALIGNED_STORE : CAUSE_MISALIGNED_LOAD;
                end else if (ls_ack) begin
                    done  = ls_fault == 2'd0;
                    fault = ls_fault != 2'd0;
                    trap_cause = ls_fault == 2'd1 ? (is_store ? CAUSE_STORE : CAUSE_LOAD) : (is_store ? CAUSE_STORE_BUS : CAUSE_LOAD_BUS);
                end
            end else
                done = is_md ? md_done : is_cmd ? iss_ready_i : is_sync ? sync_ok : is_exit ? exit_ok : is_wfi ? HAS_DLP != 0 || wake : 1'b1;
        end
    end
    assign retire = done;
    assign trap   = fault;

    // ---- result
    wire writes = opc != OPC_BRANCH && opc != OPC_STORE && opc != OPC_FENCE && opc != OPC_CTRL && opc != OPC_VEC && opc != OPC_CMD && !is_sys;
    always @* begin
        result = alu;
        case (opc)
            OPC_LUI:           result = imm_u;
            OPC_AUIPC:         result = pc_q + imm_u;
            OPC_JAL, OPC_JALR: result = pc4;
            OPC_CJ:            result = count;
            OPC_LOAD:          result = ls_value;
            OPC_SYSTEM:        result = csr_value;
            OPC_OP:            if (is_md) result = md_value;
            OPC_OP_32:         result = is_md ? md_value : {{32{alu[31]}}, alu[31:0]};
            OPC_OP_IMM_32:     result = {{32{alu[31]}}, alu[31:0]};
            default: ;
        endcase
    end

    // ---- next pc
    wire far = (done && (jump_far || (is_sys && insn == INSN_MRET_MATCH))) || (fault && mtvec != 64'd0);
    always @* begin
        next_pc = pc_q;
        if (start_i)         next_pc = {32'd0, start_pc_i};
        else if (redirect_q) next_pc = target_q;
        else if (done)       next_pc = jump_now ? pc_imm : pc4;
    end

    // one write port: a result, or a0 at the start
    wire       x_we = start_i || (run_q && done && writes && rd != 5'd0);
    always @(posedge clk)
        if (x_we) x[start_i ? 5'd10 : rd] <= start_i ? {32'd0, start_arg_i} : result;

    always @(posedge clk) begin
        exit_valid_o <= 1'b0;
        trap_valid_o <= 1'b0;
        ret_valid_o  <= 1'b0;
        if (!rst_n) begin
            run_q      <= 1'b0;
            redirect_q <= 1'b0;
            busy_q     <= 1'b0;
            pc_q       <= 64'd0;
        end else if (start_i) begin
            run_q      <= 1'b1;
            redirect_q <= 1'b0;
            busy_q     <= 1'b0;
            pc_q       <= next_pc;
        end else if (run_q) begin
            pc_q       <= next_pc;
            redirect_q <= far;
            if (far) target_q <= fault ? mtvec : is_sys ? mepc : jump_to;
            busy_q     <= (busy_q || md_start) && !md_done;
            if (done && is_exit) begin
                run_q        <= 1'b0;
                exit_valid_o <= 1'b1;
                exit_code_o  <= xs1[31:0];
            end
            if (fault && mtvec == 64'd0) begin
                run_q        <= 1'b0;
                trap_valid_o <= 1'b1;
                trap_cause_o <= trap_cause;
                trap_pc_o    <= pc_q;
                trap_addr_o  <= trap_value;
            end
            if (stop_i && !(lsu_started && !ls_ack)) run_q <= 1'b0;
            ret_valid_o <= done || fault;
            ret_pc_o    <= pc_q;
            ret_insn_o  <= fetch_trap ? 32'd0 : insn;
            ret_we_o    <= done && writes && rd != 5'd0;
            ret_rd_o    <= rd;
            ret_val_o   <= result;
            ret_trap_o  <= fault;
            ret_cause_o <= trap_cause;
        end
    end

    // ---- why nothing retired
    assign stall = {here && legal && (is_sync || is_exit) && !done, here && legal && is_cmd && !done, here && is_md && !done, ls_wait_idle,
                    here && legal && (is_load || is_store) && !done && !ls_wait_idle, run_q && redirect_q, run_q && !redirect_q && pc_ok && !icache_hit};

    wire unused_ok = &{1'b0, ls_rlast_i, imm_s, INSN_WFI_MASK};
endmodule
`default_nettype wire
