import type { z } from 'zod';

/** A value that nobody changes on its way out: lists of the services are read-only. */
type Written<T> = T extends readonly unknown[] | object ? { readonly [K in keyof T]: Written<T[K]> } : T;

/** One answer: its shape in the description of the interface, and how it is written from what the services answer. */
export interface View<Shape extends z.ZodType, Sources extends readonly unknown[]> {
  readonly shape: Shape;
  readonly of: (...sources: Sources) => Written<z.input<Shape>>;
}

/** @param of must write what the shape describes, which the compiler checks */
export function view<Shape extends z.ZodType, Sources extends readonly unknown[]>(
  shape: Shape,
  of: (...sources: Sources) => Written<z.input<Shape>>,
): View<Shape, Sources> {
  return { shape, of };
}
