import { z } from 'zod';
import type { Scope } from '../access/scopes.js';
import type { Courier } from './courier.js';

/** Data, and pictures beside it. */
interface ToolAnswer {
  readonly data: unknown;
  readonly pictures?: readonly { readonly data: string; readonly mimeType: string }[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  /** Tokens without it are not offered the tool. */
  readonly scope: Scope;
  readonly isWriting: boolean;
  /** @throws Refused */
  run(courier: Courier, input: z.infer<Input>): Promise<ToolAnswer>;
}

/** Infers what `run` gets from `input`. */
export const tool = <Input extends z.ZodObject>(given: Tool<Input>): Tool => given;

export const id = (of: string) => z.string().max(100).describe(`Id of ${of}, as other tools answer it.`);
export const language = z.string().max(35).describe('Language tag, for example fr-FR.');

/** How failures of mutations and of some queries are read; see `Courier.ask`. */
export const PROBLEM = '... on Problem { problem: code message }';
/** Of those that name what is wrong of their input. */
export const INPUT_PROBLEM = `${PROBLEM} ... on ValidationProblem { fields { path messages } }`;
