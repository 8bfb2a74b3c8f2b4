import { say } from "..";
import times from "./times.json";

say({ times });
