import { say } from "..";
import models from "./modelsMore.json";

say({ models });
