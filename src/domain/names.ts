export const usernameLimit = 64

// Control characters, format characters that reorder or hide text (bidi, zero width, soft hyphen), invisible letters
// (Hangul fillers, the empty Braille cell), and lone surrogates.
const forbidden =
  /[\p{Cc}\p{Cs}\u00ad\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/u

/** Whether a username is 1 to 64 characters long and contains nothing that hides or reorders text. */
export function isUsername(text: string): boolean {
  const length = Array.from(text.trim()).length
  return length >= 1 && length <= usernameLimit && !forbidden.test(text)
}

/** The username derived from a full name: `Ana Lima` becomes `ana.lima`. Empty when nothing usable is left. */
export function usernameFrom(fullName: string): string {
  const clean = fullName.normalize('NFC').replace(new RegExp(forbidden, 'gu'), '')
  const dotted = clean
    .trim()
    .toLowerCase()
    .replace(/[\s.]+/gu, '.')
    .replace(/^\.+|\.+$/g, '')
  return Array.from(dotted).slice(0, usernameLimit).join('')
}

/** The first name for the greeting: the part before the first dot, capitalised; `User` when it is empty. */
export function displayFirstName(username: string): string {
  const [first = ''] = username.split('.')
  const [initial = '', ...rest] = Array.from(first.trim())
  return initial === '' ? 'User' : initial.toLocaleUpperCase('en-US') + rest.join('')
}
