import { say } from "..";
import connect from "./connect.json";

say({ connect });
