// Every message in English, a file for each room of the window.
import about from "./about.json";
import answer from "./answer.json";
import app from "./app.json";
import arena from "./arena.json";
import ask from "./ask.json";
import common from "./common.json";
import compare from "./compare.json";
import connect from "./connect.json";
import diagram from "./diagram.json";
import explore from "./explore.json";
import faster from "./faster.json";
import format from "./format.json";
import glossary from "./glossary.json";
import grid from "./grid.json";
import health from "./health.json";
import how from "./how.json";
import ledger from "./ledger.json";
import models from "./models.json";
import panel from "./panel.json";
import pins from "./pins.json";
import pipeline from "./pipeline.json";
import plan from "./plan.json";
import prepare from "./prepare.json";
import privacy from "./privacy.json";
import prompts from "./prompts.json";
import run from "./run.json";
import settings from "./settings.json";
import shelf from "./shelf.json";
import sidebar from "./sidebar.json";
import thread from "./thread.json";
import times from "./times.json";
import ui from "./ui.json";

export default {
  about,
  answer,
  app,
  arena,
  ask,
  common,
  compare,
  connect,
  diagram,
  explore,
  faster,
  format,
  glossary,
  grid,
  health,
  how,
  ledger,
  models,
  panel,
  pins,
  pipeline,
  plan,
  prepare,
  privacy,
  prompts,
  run,
  settings,
  shelf,
  sidebar,
  thread,
  times,
  ui,
};
