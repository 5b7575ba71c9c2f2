import { excerpt } from './posts.ts'

export const usernameLimit = 64
export const displayNameLimit = 80
const firstNameLimit = 20

// Control characters, lone surrogates, format characters that reorder or hide text (bidi, zero width, soft hyphen), and
// invisible letters. The sign that draws the character before it as an emoji is allowed after one.
const forbidden =
  /[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\u2800]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})\ufe0f/u

/** Whether a username is 1 to 64 characters long and contains nothing that hides or reorders text. */
export function isUsername(text: string): boolean {
  return isVisible(text, usernameLimit)
}

/** Whether a name to show is 1 to 80 characters long and contains nothing that hides or reorders text. */
export function isDisplayName(text: string): boolean {
  return isVisible(text, displayNameLimit)
}

// Their letters have the same shapes. No language writes one word in two of them.
const alikeAlphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]

/** Whether a word of the text has letters of two of the Latin, Cyrillic and Greek alphabets, as in `аdmin`. */
export function mixesAlphabets(text: string): boolean {
  return text
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => alikeAlphabets.filter((alphabet) => alphabet.test(word)).length > 1)
}

/** A name from another system, made fit to be shown. Null when nothing usable is left. */
export function displayNameFrom(text: string): string | null {
  const clean = text.replace(/\s+/gu, ' ').replace(new RegExp(forbidden, 'gu'), '')
  return shortened(clean.normalize('NFC').replace(/ +/g, ' ').trim(), displayNameLimit).trim() || null
}

/** The names that a member has. */
export interface Names {
  readonly username: string
  /** The name that the member wrote; null for none. */
  readonly ownName: string | null
  /** The name in the profile of the chat; null when it is not known. */
  readonly chatName: string | null
}

/**
 * The name under which a member is shown: their own, else the chat's, else one made of the username, so that
 * `grace.kamau` becomes `Grace Kamau`. Never empty.
 */
export function displayNameOf({ username, ownName, chatName }: Names): string {
  return ownName ?? chatName ?? displayNameFrom(capitalised(wordsOf(username))) ?? username
}

// A hyphen stays, because usernames that are made of names keep it: `mei-ling.chen`.
function wordsOf(username: string): string {
  const [, localPart = username] = /^([^\s@]+)@[^\s@]+$/.exec(username) ?? []
  return localPart.replace(/[\s._]+/gu, ' ').trim()
}

/** Also capitalises after a hyphen, and after an apostrophe that follows a single letter, as in `O'Neil`. */
function capitalised(words: string): string {
  return words.replace(/(?:^|[ -])\p{L}(?:['’]\p{L})?/gu, (beginning) => beginning.toLocaleUpperCase('en-US'))
}

function isVisible(text: string, limit: number): boolean {
  const length = Array.from(text.trim()).length
  return length >= 1 && length <= limit && !forbidden.test(text)
}

function shortened(text: string, limit: number): string {
  return Array.from(text).slice(0, limit).join('')
}

/** The username derived from a full name: `Ana Lima` becomes `ana.lima`. Empty when nothing usable is left. */
export function usernameFrom(fullName: string): string {
  const clean = fullName.normalize('NFC').replace(new RegExp(forbidden, 'gu'), '')
  const dotted = clean
    .trim()
    .toLowerCase()
    .replace(/[\s.]+/gu, '.')
    .replace(/^\.+|\.+$/g, '')
  return shortened(dotted, usernameLimit)
}

/**
 * The first name for the greeting and in sentences: the first word of the name that is shown, capitalised, and cut with
 * an ellipsis at 20 characters; `User` when there is none.
 */
export function displayFirstName(displayName: string): string {
  const [initial = '', ...rest] = Array.from(displayName.trim().split(/\s/u)[0] ?? '')
  return initial === '' ? 'User' : excerpt(initial.toLocaleUpperCase('en-US') + rest.join(''), firstNameLimit)
}
