import { say } from "..";
import models from "./models.json";

say({ models });
