import { say } from "..";
import thread from "./thread.json";

say({ thread });
