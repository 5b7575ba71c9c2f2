import { useEffect, useRef, useState } from 'react'
import { refusalOf } from '#web/parts/form/attempt.ts'
import type { LinkFormat, TestCall } from './sample-calls.ts'

/** The result of one test call. */
export interface TestResult {
  readonly id: number
  readonly endpoint: string
  readonly format: LinkFormat
  readonly success: boolean
  readonly message: string
  /** ISO 8601. */
  readonly at: string
}

const mostResults = 10
const pauseMs = 1_000

/** Calls webhooks one after another with a pause between them, and keeps the latest results. */
export function useTester() {
  const [results, setResults] = useState<readonly TestResult[]>([])
  const [isRunning, setRunning] = useState(false)
  const isUnderWay = useRef(false)
  const isGone = useRef(false)
  const next = useRef(0)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  function add(result: Omit<TestResult, 'id' | 'at'>): void {
    const added = { ...result, id: next.current++, at: new Date().toISOString() }
    setResults((before) => [added, ...before].slice(0, mostResults))
  }

  /** Resolves to the number of successful calls; null if a run is already under way or the screen was left. */
  async function run(calls: readonly TestCall[], format: LinkFormat): Promise<number | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setRunning(true)
    let succeeded = 0
    for (const [n, { endpoint, act }] of calls.entries()) {
      if (n > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (isGone.current) return null
      const outcome = await outcomeOf(act)
      add({ endpoint, format, ...outcome })
      if (outcome.success) succeeded++
    }
    isUnderWay.current = false
    setRunning(false)
    return succeeded
  }
  return { results, isRunning, run, add }
}

async function outcomeOf(act: TestCall['act']): Promise<Pick<TestResult, 'success' | 'message'>> {
  try {
    return { success: true, message: await act() }
  } catch (error) {
    const words = { title: 'Webhook test failed', fallback: 'The server could not be reached' }
    return { success: false, message: refusalOf(error, words).toast.description ?? words.fallback }
  }
}
