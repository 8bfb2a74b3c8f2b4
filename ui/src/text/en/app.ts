import { say } from "..";
import app from "./app.json";

say({ app });
