// Bundles src/ into the Python package: widget.js and widget.css, minified.
import { readFile, writeFile } from "node:fs/promises";

import * as esbuild from "esbuild";
import { minify } from "terser";

const OUT = "../pyramid_widget/static";
const context = await esbuild.context({
  entryPoints: [
    { in: "src/index.ts", out: "widget" },
    { in: "src/style.css", out: "widget" },
  ],
  outdir: OUT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "info",
});
if (process.argv.includes("--watch")) {
  await context.watch();
} else {
  await context.rebuild();
  await context.dispose();
  // Saved notebooks repeat the module for every widget: a second minifier, which looks closer, takes 3 % off.
  const script = await readFile(`${OUT}/widget.js`, "utf8");
  const { code } = await minify(script, { module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true } });
  await writeFile(`${OUT}/widget.js`, code);
}
