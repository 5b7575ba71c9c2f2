import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from './programs.ts'

// An unpacked archive of the project can be tested where there is no git.
const hasGit = spawnSync('git', ['--version']).status === 0

const foreignGit = Object.keys(process.env).filter((name) => name.startsWith('GIT_'))
const { prepare } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')).scripts as {
  prepare: string
}

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ovation-hooks-'))
  for (const folder of ['.githooks', 'scripts']) {
    await cp(join(projectRoot, folder), join(root, folder), { recursive: true })
  }
})
afterEach(() => rm(root, { recursive: true, force: true }))

interface Outcome {
  isOk: boolean
  output: string
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...Object.fromEntries(foreignGit.map((name) => [name, undefined])),
      HOME: root,
      GIT_CONFIG_GLOBAL: join(root, 'settings-of-the-person'),
      GIT_CONFIG_NOSYSTEM: '1',
      EMAIL: 'somebody@example.com',
      ...env,
    },
  })
  return { isOk: status === 0, output: stdout + stderr }
}

function git(...args: string[]): Outcome {
  return run('git', args)
}

function install(env: NodeJS.ProcessEnv = {}): Outcome {
  return run('sh', ['-c', prepare], env)
}

function commit(message: string, ...options: string[]): Outcome {
  return git('commit', '--quiet', '--allow-empty', '--message', message, ...options)
}

function hooksPath(): string {
  return git('config', 'core.hooksPath').output.trim()
}

const accepted: Outcome = { isOk: true, output: '' }

describe.runIf(hasGit)('the hook for commit messages', () => {
  beforeEach(() => {
    git('init', '--quiet', '--initial-branch', 'main')
    expect(install()).toEqual(accepted)
    expect(commit('Begin')).toEqual(accepted)
  })

  it.each([
    ['x'.repeat(72)],
    ['ü'.repeat(72)],
    ['Say what is true\n\nThe body says why.\nIts lines follow each other.'],
    [`Say what is true\n\n${'The body may have long lines. '.repeat(9)}`],
    [`fixup! ${'x'.repeat(72)}`],
    [`Merge branch '${'x'.repeat(72)}'\n# Conflicts:`],
  ])('accepts %j', (message) => {
    expect(commit(message)).toEqual(accepted)
  })

  it.each([
    ['', 'the subject is empty'],
    ['\n  \n', 'the subject is empty'],
    ['x'.repeat(73), 'the subject has 73 characters. Shorten it to at most 72'],
    ['ü'.repeat(73), 'the subject has 73 characters'],
    [`Merge ${'x'.repeat(72)}`, 'the subject has 78 characters'],
    ['Say what is true\nand more', 'Put a blank line between subject and body'],
  ])('refuses %j and says what to change', (message, advice) => {
    const { isOk, output } = commit(message, '--allow-empty-message')
    expect(isOk).toBe(false)
    expect(output).toContain(advice)
    expect(git('log', '--format=%s').output).toBe('Begin\n')
  })

  it('counts characters also where the locale knows only bytes', () => {
    const message = ['--message', 'ü'.repeat(72)]
    const args = ['commit', '--quiet', '--allow-empty', ...message]
    expect(run('git', args, { LC_ALL: 'C' })).toEqual(accepted)
  })

  it('ignores the comments and the diff that git shows in the editor', async () => {
    const edit = ['-c', 'core.editor=true', 'commit', '--verbose', '--edit']
    await writeFile(join(root, 'file'), 'text')
    git('add', 'file')
    const { isOk, output } = git(...edit)
    expect(isOk).toBe(false)
    expect(output).toContain('the subject is empty')
    expect(git(...edit, '--message', 'Add a file').isOk).toBe(true)
  })

  it('lets through what git writes itself', () => {
    const branch = 'b'.repeat(72)
    git('checkout', '--quiet', '-b', branch)
    expect(commit('x'.repeat(72))).toEqual(accepted)
    git('checkout', '--quiet', 'main')
    expect(git('merge', '--quiet', '--no-ff', '--no-edit', branch)).toEqual(accepted)
    expect(git('commit', '--quiet', '--allow-empty', '--fixup', branch)).toEqual(accepted)
    expect(git('commit', '--quiet', '--allow-empty', '--squash', branch, '-m', 'More')).toEqual(accepted)
    expect(git('commit', '--quiet', '--allow-empty', '--fixup', 'HEAD')).toEqual(accepted)
  })

  it('lets a revert through', async () => {
    await writeFile(join(root, 'file'), 'text')
    git('add', 'file')
    expect(commit('x'.repeat(72))).toEqual(accepted)
    expect(git('revert', '--no-edit', 'HEAD').isOk).toBe(true)
    expect(git('log', '-1', '--format=%s').output).toBe(`Revert "${'x'.repeat(72)}"\n`)
  })
})

describe.runIf(hasGit)('an installation in a clone', () => {
  beforeEach(() => {
    git('init', '--quiet')
  })

  it('switches the hooks on, and says nothing when they are on already', () => {
    expect(install()).toEqual(accepted)
    expect(hooksPath()).toBe('.githooks')
    expect(install()).toEqual(accepted)
  })

  it("leaves somebody's own hooks alone and says so", async () => {
    git('config', '--global', 'core.hooksPath', '/somewhere/hooks')
    expect(install()).toEqual({ isOk: true, output: expect.stringContaining('/somewhere/hooks stay') })
    expect(hooksPath()).toBe('/somewhere/hooks')

    git('config', '--global', '--unset', 'core.hooksPath')
    await mkdir(join(root, '.git/hooks'), { recursive: true })
    await writeFile(join(root, '.git/hooks/pre-push'), '')
    expect(install()).toEqual({ isOk: true, output: expect.stringContaining('.git/hooks stay') })
    expect(hooksPath()).toBe('')
  })

  it('does not touch another repository whose hook started it', () => {
    git('init', '--quiet', '--bare', 'other')
    expect(install({ GIT_DIR: join(root, 'other') })).toEqual(accepted)
    expect(git('-C', 'other', 'config', 'core.hooksPath').output).toBe('')
    expect(hooksPath()).toBe('.githooks')
  })
})

describe('an installation elsewhere', () => {
  it('does nothing where there is no clone', async () => {
    await rm(join(root, 'scripts'), { recursive: true })
    expect(install()).toEqual(accepted)
  })

  it('does nothing where there is no git', async () => {
    await mkdir(join(root, '.git'))
    await mkdir(join(root, 'programs'))
    await symlink('/bin/sh', join(root, 'programs/sh'))
    expect(install({ PATH: join(root, 'programs') })).toEqual(accepted)
  })
})

describe.runIf(hasGit)('the check of new commits', () => {
  function check(): Outcome {
    return run('sh', ['scripts/commit-subjects.sh'])
  }

  beforeEach(() => {
    git('init', '--quiet')
    commit('x'.repeat(73))
  })

  it('reads those that origin/main does not have', () => {
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    commit('Say what is true')
    expect(check()).toEqual(accepted)

    commit('y'.repeat(73))
    commit('Say what else is true')
    const { isOk, output } = check()
    expect(isOk).toBe(false)
    expect(output).toContain('the subject has 73 characters')
    expect(output).toContain('yyy')
    expect(output).not.toContain('xxx')
  })

  it('reads none where there is no such branch', () => {
    expect(check()).toEqual(accepted)
  })
})
