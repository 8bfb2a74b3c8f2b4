import { say } from "..";
import settings from "./settings.json";

say({ settings });
