// Bundles src/ into the Python package: widget.js and widget.css, minified.
import * as esbuild from "esbuild";

const context = await esbuild.context({
  entryPoints: [
    { in: "src/index.ts", out: "widget" },
    { in: "src/style.css", out: "widget" },
  ],
  outdir: "../pyramid_widget/static",
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
}
