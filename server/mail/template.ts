// What a template is: the facts that it cannot be written without, and the letter made from them.
import { z } from 'zod'
import type { Letter, Sender } from './letter.ts'

type Write<Data> = (data: Data, sender: Sender) => Letter

export interface Template {
  /** Rejects data that the template cannot be written from. */
  write(data: unknown, sender: Sender): Letter
}

export function template<Schema extends z.ZodType>(schema: Schema, write: Write<z.output<Schema>>): Template {
  return { write: (data, sender) => write(schema.parse(data), sender) }
}

export const text = z.string().trim().min(1)
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined)
