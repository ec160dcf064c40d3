// One output as Colab shows it: a frame with a widget manager and a kernel connection of its own.
import * as base from "@jupyter-widgets/base";
import * as controls from "@jupyter-widgets/controls";
import { HTMLManager } from "@jupyter-widgets/html-manager/lib/htmlmanager";
import { KernelAPI, KernelConnection, ServerConnection } from "@jupyterlab/services";

/** anywidget's front end, in the AMD form that its Python package ships beside the JupyterLab one. */
async function loadAnywidget() {
  let factory;
  globalThis.define = (_dependencies, define) => (factory = define);
  await new Promise((resolve, reject) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "anywidget.js", onload: resolve, onerror: reject });
    document.head.append(script);
  });
  return factory(base);
}

class FrameManager extends HTMLManager {
  constructor(kernel, modules) {
    super();
    this.kernel = kernel;
    this.modules = modules;
    kernel.registerCommTarget(this.comm_target_name, (comm, message) =>
      this.handle_comm_open(new base.shims.services.Comm(comm), message),
    );
  }

  async loadClass(className, moduleName) {
    return this.modules[moduleName][className];
  }

  async _create_comm(target, id, data, metadata, buffers) {
    const comm = this.kernel.createComm(target, id);
    if (data || metadata) comm.open(data, metadata, buffers);
    return new base.shims.services.Comm(comm);
  }

  async _get_comm_info() {
    const { content } = await this.kernel.requestCommInfo({ target_name: this.comm_target_name });
    return content.comms;
  }
}

const query = new URLSearchParams(location.search);
const serverSettings = ServerConnection.makeSettings({
  baseUrl: query.get("server"),
  wsUrl: query.get("server").replace("http", "ws"),
});
const running = await KernelAPI.listRunning(serverSettings);
const kernel = new KernelConnection({
  model: running.find(({ id }) => id === query.get("kernel")),
  serverSettings,
  handleComms: true,
});
await kernel.info;

const manager = new FrameManager(kernel, {
  anywidget: await loadAnywidget(),
  "@jupyter-widgets/base": base,
  "@jupyter-widgets/controls": controls,
});
await manager._loadFromKernel();
const view = await manager.create_view(await manager.get_model(query.get("model")));
await manager.display_view(view, document.getElementById("output"));
document.title = "ready";
