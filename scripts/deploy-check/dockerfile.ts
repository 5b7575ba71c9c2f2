import { validate } from 'dockerfile-utils'

/** What is wrong with a Dockerfile: by the rules of its language, and by ours. */
export function dockerfileProblems(text: string): string[] {
  const found = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  const lines = text.split('\n')
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1] ?? '')
  const has = (start: string) => last.some((line) => line.startsWith(start))
  const rules: [string, boolean][] = [
    ['every base names a release', bases.every((base) => /:\d+\.\d+\.\d+/.test(base))],
    ['the last stage does not run as root', has('USER ') && !has('USER root')],
    ['the image checks its health', has('HEALTHCHECK ')],
    ['the command is a list, so that signals reach it', has('CMD [')],
    ['development packages are removed', text.includes('npm prune --omit=dev')],
    ['install scripts do not run', !/npm ci(?!.*--ignore-scripts)/.test(text)],
    ['no secret is a variable of the image', !/^(ENV|ARG)\b.*(SECRET|PASSWORD|TOKEN)/m.test(text)],
  ]
  return [...found, ...rules.filter(([, holds]) => !holds).map(([rule]) => `does not hold: ${rule}`)]
}
