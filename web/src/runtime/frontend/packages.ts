// React, as the client itself has it, for front ends that import it: loaded with the first of them.
import react from "../../../node_modules/react/index.js?raw";
import reactJsx from "../../../node_modules/react/jsx-runtime.js?raw";
import reactJsxDev from "../../../node_modules/react/jsx-dev-runtime.js?raw";
import reactCore from "../../../node_modules/react/cjs/react.production.js?raw";
import reactJsxCore from "../../../node_modules/react/cjs/react-jsx-runtime.production.js?raw";
import reactJsxDevCore from "../../../node_modules/react/cjs/react-jsx-dev-runtime.production.js?raw";
import dom from "../../../node_modules/react-dom/index.js?raw";
import domClient from "../../../node_modules/react-dom/client.js?raw";
import domCore from "../../../node_modules/react-dom/cjs/react-dom.production.js?raw";
import domClientCore from "../../../node_modules/react-dom/cjs/react-dom-client.production.js?raw";
import scheduler from "../../../node_modules/scheduler/index.js?raw";
import schedulerCore from "../../../node_modules/scheduler/cjs/scheduler.production.js?raw";

export const SOURCES: Readonly<Record<string, string>> = {
  "react/index.js": react,
  "react/jsx-runtime.js": reactJsx,
  "react/jsx-dev-runtime.js": reactJsxDev,
  "react/cjs/react.production.js": reactCore,
  "react/cjs/react-jsx-runtime.production.js": reactJsxCore,
  "react/cjs/react-jsx-dev-runtime.production.js": reactJsxDevCore,
  "react-dom/index.js": dom,
  "react-dom/client.js": domClient,
  "react-dom/cjs/react-dom.production.js": domCore,
  "react-dom/cjs/react-dom-client.production.js": domClientCore,
  "scheduler/index.js": scheduler,
  "scheduler/cjs/scheduler.production.js": schedulerCore,
};
