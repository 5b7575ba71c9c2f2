export const fewestPasswordCharacters = 15
export const mostPasswordCharacters = 128

/** What is wrong with a new password, as the rest of a sentence; null when it is good. Any character is allowed. */
export function passwordFault(password: string, email: string): string | null {
  const length = Array.from(password).length
  if (length < fewestPasswordCharacters) return `must be at least ${fewestPasswordCharacters} characters long`
  if (length > mostPasswordCharacters) return `must be at most ${mostPasswordCharacters} characters long`
  return isGuessedFirst(password.toLowerCase(), email.toLowerCase())
    ? 'is too easy to guess: it is made of common words or sequences'
    : null
}

/** Whether it is the account's address, or a repetition of the part before the @ or of one ASCII character. */
function isGuessedFirst(password: string, email: string): boolean {
  const name = email.replace(/@.*/, '')
  return password === email || password.replaceAll(name, '') === '' || /^([ -~])\1*$/.test(password)
}
