// Every message in English, a file for each room of the window; of a large room, what only its own pages say is in a second one.
import about from "./about.json";
import aboutMore from "./aboutMore.json";
import answer from "./answer.json";
import answerMore from "./answerMore.json";
import app from "./app.json";
import arena from "./arena.json";
import ask from "./ask.json";
import common from "./common.json";
import compare from "./compare.json";
import connect from "./connect.json";
import connectMore from "./connectMore.json";
import diagram from "./diagram.json";
import explore from "./explore.json";
import exploreMore from "./exploreMore.json";
import faster from "./faster.json";
import fasterMore from "./fasterMore.json";
import format from "./format.json";
import glossary from "./glossary.json";
import grid from "./grid.json";
import health from "./health.json";
import how from "./how.json";
import ledger from "./ledger.json";
import models from "./models.json";
import modelsMore from "./modelsMore.json";
import panel from "./panel.json";
import panelMore from "./panelMore.json";
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
  about: { ...about, ...aboutMore },
  answer: { ...answer, ...answerMore },
  app,
  arena,
  ask,
  common,
  compare,
  connect: { ...connect, ...connectMore },
  diagram,
  explore: { ...explore, ...exploreMore },
  faster: { ...faster, ...fasterMore },
  format,
  glossary,
  grid,
  health,
  how,
  ledger,
  models: { ...models, ...modelsMore },
  panel: { ...panel, ...panelMore },
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
