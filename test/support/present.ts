/** The value, where a test relies on there being one. Throws when it is null or undefined. */
export function present<Value>(value: Value): NonNullable<Value> {
  if (value === null || value === undefined) throw new Error(`There is no value, but ${value}`)
  return value
}
