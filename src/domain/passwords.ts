export const fewestPasswordCharacters = 15
export const mostPasswordCharacters = 128
const fewestLettersLeft = 5

/** What an attacker knows of an account and tries first. */
interface PasswordFacts {
  readonly email: string
  /** Null when it is not known. */
  readonly workspaceName?: string | null
}

/** What is wrong with a new password, as the rest of a sentence; null when it is good. Any character is allowed. */
export function passwordFault(password: string, facts: PasswordFacts): string | null {
  const length = Array.from(password).length
  if (length < fewestPasswordCharacters) return `must be at least ${fewestPasswordCharacters} characters long`
  if (length > mostPasswordCharacters) return `must be at most ${mostPasswordCharacters} characters long`
  return isGuessedFirst(password.toLowerCase(), facts)
    ? 'is too easy to guess: it is made of common words or sequences'
    : null
}

/** Whether it has too few different characters, or too few different letters beside words and rows that are guessed first. */
function isGuessedFirst(password: string, { email, workspaceName }: PasswordFacts): boolean {
  const address = email.toLowerCase()
  if (password === address) return true
  if (/^[ -~]*$/.test(password) && new Set(password).size < fewestLettersLeft) return true
  const words = [address.replace(/@.*/, ''), ...wordsOf(workspaceName ?? ''), ...commonWords]
  const rest = withoutRows(withoutWords(password, words))
  return rest !== password && new Set(rest.match(/[^\d\s\p{P}]/gu)).size < fewestLettersLeft
}

// In passwords of administrators of a product like this one.
const commonWords = [
  'password',
  'passwort',
  'admin',
  'administrator',
  'emergency',
  'ovation',
  'welcome',
].concat('letmein', 'login', 'secret', 'changeme', 'iloveyou', 'dragon', 'monkey', 'summer', 'winter')

const shortestWord = 3

/** The words of a name, and the name in one word. */
function wordsOf(name: string): string[] {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [words.join(''), ...words].filter((word) => word.length >= shortestWord)
}

function withoutWords(password: string, words: readonly string[]): string {
  // The longest first: a short one may be a part of it.
  const ordered = words.filter((word) => word !== '').sort((one, other) => other.length - one.length)
  return ordered.reduce((rest, word) => rest.replaceAll(word, ' '), password)
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const bothWays = rows.flatMap((row) => [row, Array.from(row).reverse().join('')])
const shortestRun = 4

/** The password without runs of at least four characters that stand side by side in the alphabet or on a keyboard. */
function withoutRows(password: string): string {
  let rest = ''
  for (let at = 0; at < password.length; ) {
    const length = runAt(password, at)
    rest += length < shortestRun ? password.slice(at, at + 1) : ' '
    at += length < shortestRun ? 1 : length
  }
  return rest
}

/** How many characters from here on are one run. */
function runAt(password: string, at: number): number {
  let length = 1
  while (
    at + length < password.length &&
    bothWays.some((row) => row.includes(password.slice(at, at + length + 1)))
  ) {
    length++
  }
  return length
}
