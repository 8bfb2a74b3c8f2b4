import { say } from "..";
import connect from "./connectMore.json";

say({ connect });
