import type { Problems } from './form-refusal.ts'

/** What a form needs of a schema of the contract, which is loaded with the form and not with the page. */
export interface BodySchema<Body> {
  readonly safeParse: (input: unknown) => Parsed<Body>
}

type Parsed<Body> =
  | { readonly success: true; readonly data: Body }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } }

interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/**
 * The body that an input stands for, or what is wrong with it: the first message for each path, such as `title` or
 * `dailyCaps.like`.
 */
export function check<Body>(
  schema: BodySchema<Body>,
  input: unknown,
): { readonly body: Body } | { readonly problems: Problems } {
  const parsed = schema.safeParse(input)
  if (parsed.success) return { body: parsed.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) problems[path.join('.')] ??= message
  return { problems }
}
