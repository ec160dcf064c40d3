// Bundles src/ into the Python package, minified: widget.js and widget.css, which travel with every widget, and
// sheets.js, which the kernel hands over when asked.
import { readFile, writeFile } from "node:fs/promises";

import * as esbuild from "esbuild";
import { minify } from "terser";

const OUT = "../pyramid_widget/static";
const options = {
  outdir: OUT,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "info",
};
const board = {
  ...options,
  entryPoints: [
    { in: "src/index.ts", out: "widget" },
    { in: "src/style.css", out: "widget" },
  ],
};
const sheets = { ...options, entryPoints: [{ in: "src/sheets/index.tsx", out: "sheets" }], loader: { ".css": "text" } };

for (const bundle of [board, sheets]) {
  const context = await esbuild.context(bundle);
  if (process.argv.includes("--watch")) {
    await context.watch();
  } else {
    await context.rebuild();
    await context.dispose();
  }
}
if (!process.argv.includes("--watch")) {
  // Saved notebooks repeat the module for every widget: a second minifier, which looks closer, takes 3 % off.
  const script = await readFile(`${OUT}/widget.js`, "utf8");
  const { code } = await minify(script, { module: true, ecma: 2020, compress: { passes: 3, unsafe_arrows: true } });
  await writeFile(`${OUT}/widget.js`, code);
}
