import { say } from "..";
import plan from "./plan.json";

say({ plan });
