// Opens a report in a headless Chromium: light, dark and at the width of a phone.
// Fails on console errors, on anything loaded from the network, on a page wider
// than its window and on findings of axe; writes pictures and a print.
//
//     npm install --prefix out/check playwright-core axe-core
//     NODE_PATH=out/check/node_modules node scripts/check_report.mjs report/index.html out/check/pictures
//
// CHROMIUM names the browser; /usr/bin/chromium where it is not set.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [file, out] = process.argv.slice(2);
if (!file || !out) {
  console.error("usage: node scripts/check_report.mjs PAGE FOLDER");
  process.exit(2);
}
const folders = (process.env.NODE_PATH ?? "node_modules").split(delimiter);
const require = createRequire(pathToFileURL(resolve(folders[0], "index.js")));
const { chromium } = require("playwright-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const looks = [
  ["light", { colorScheme: "light", viewport: { width: 1200, height: 900 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1200, height: 900 } }],
  ["phone", { colorScheme: "light", viewport: { width: 390, height: 800 } }],
];
mkdirSync(out, { recursive: true });
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let findings = 0;
const finding = (...words) => {
  findings += 1;
  console.log(...words);
};
for (const [look, options] of looks) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.on("console", (message) => finding(look, "console:", message.text()));
  page.on("pageerror", (error) => finding(look, "error:", error.message));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) finding(look, "loads", request.url());
  });
  await page.goto(pathToFileURL(resolve(file)).href);
  const size = await page.evaluate(() => {
    const root = document.documentElement;
    return { height: root.scrollHeight, beyond: root.scrollWidth - root.clientWidth };
  });
  if (size.beyond > 0) finding(look, "is wider than its window by", size.beyond);
  const { width } = options.viewport;
  for (let y = 0, number = 0; y < size.height; y += 2000, number += 1) {
    const clip = { x: 0, y, width, height: Math.min(2000, size.height - y) };
    const path = `${out}/${look}-${String(number).padStart(2, "0")}.png`;
    await page.screenshot({ path, clip, fullPage: true });
  }
  if (look === "light") await page.pdf({ path: `${out}/print.pdf`, format: "A4" });
  await page.evaluate(() => {
    for (const details of [...document.querySelectorAll("details")].slice(0, 8)) details.open = true;
  });
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  for (const { impact, id, help, nodes } of violations) {
    finding(look, "axe:", impact, id, help, nodes.length, nodes[0].html.slice(0, 200));
  }
  await context.close();
}
await browser.close();
console.log(findings === 0 ? "no findings" : `${findings} findings`);
process.exit(findings === 0 ? 0 : 1);
