import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// The policy of the desktop window (tauri.conf.json), so that the page tests run under it as well.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src ipc: http://ipc.localhost",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join("; ");

export default defineConfig({
  plugins: [react()],
  clearScreen: false,
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  preview: { host: "127.0.0.1", headers: { "Content-Security-Policy": policy } },
  build: {
    // WebKitGTK 2.40 and WebView2 of 2023, the oldest windows Tauri 2 opens on supported systems.
    target: ["safari16.4", "chrome114"],
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
  },
});
