/** The widget's front end: a factory, so that each model has a session of its own and all its views share it. */

import type { InitializeProps, RenderProps } from "@anywidget/types";
import { h, render } from "preact";

import type { Traits } from "./contract";
import { Session } from "./session";
import { View } from "./view";

export default () => {
  let session: Session | undefined;
  return {
    initialize({ model }: InitializeProps<Traits>) {
      session = new Session(model);
      return () => session?.close();
    },
    render({ model, el, signal }: RenderProps<Traits> & { signal?: AbortSignal }) {
      session ??= new Session(model);
      const root = document.createElement("div");
      el.append(root);
      render(h(View, { session }), root);
      const close = () => {
        render(null, root);
        root.remove();
      };
      signal?.addEventListener("abort", close, { once: true });
      return close;
    },
  };
};
