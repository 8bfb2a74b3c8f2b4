import { say } from "..";
import prompts from "./prompts.json";

say({ prompts });
