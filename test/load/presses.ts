import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { newPost } from '#contract/posts.schema.ts'
import { listen, readRequest } from '#sandbox/workplace/http.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { sendPress, signingSecret } from '#test/support/slack-calls.ts'
import { Child } from './child-process.ts'
import { type Figure, percentile } from './figures.ts'
import { LiveConnection } from './live-connection.ts'
import type { Bench } from './measurement.ts'
import type { ProductRequests } from './product-process.ts'

const pressers = 200
const withinMs = 1_000
const rounds = 3
const webhookSecret = 'the-secret-of-the-bench-0123'
/** Slack waits so long for the acknowledgement, and a person should for the answer. */
const aimMs = 3_000
const updateEveryMs = 5_000
/** So many people press one after the other while a window is open, which has to hear of it within a second. */
const watched = 20
const heardMs = 1_000
const settlingMs = 60_000
const engines = ['PostgreSQL', 'embedded'] as const

/** Measures how soon 200 presses within a second on one message are acknowledged and answered. */
export async function measurePresses(bench: Bench): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of engines) figures.push(...(await measureEngine(bench, engine)))
  return figures
}

async function measureEngine(bench: Bench, engine: (typeof engines)[number]): Promise<Figure[]> {
  const stage = await openStage(bench, engine)
  const acknowledgedMs: number[] = []
  const answeredMs: number[] = []
  const gapsMs: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const pressed = await stage.pressAll(await stage.publish(`round ${round}`))
    bench.log(
      `${engine}, round ${round}: acknowledged within ${Math.round(Math.max(...pressed.acknowledgedMs))}, ` +
        `answered within ${Math.round(Math.max(...pressed.answeredMs))} ms`,
    )
    acknowledgedMs.push(...pressed.acknowledgedMs)
    answeredMs.push(...pressed.answeredMs)
    gapsMs.push(...pressed.gapsMs)
  }
  const windowMs = await stage.watch(await stage.publish('watched'))
  bench.log(`${engine}: an open window heard within ${Math.round(Math.max(...windowMs))} ms`)
  await stage.stop()
  const note = `${pressers} people press within ${withinMs / 1_000} s, ${rounds} times; p99 ${percentile(answeredMs, 99).toFixed(0)} ms`
  const figure = (name: string, ours: number, aim: Figure['aim']): Figure => {
    return {
      measurement: 'presses',
      name: `${name}, ${engine}`,
      ours,
      unit: 'ms',
      counterpart: null,
      ratio: null,
      aim,
      note,
    }
  }
  return [
    figure('slowest acknowledgement of a press', Math.max(...acknowledgedMs), {
      is: 'at most',
      value: aimMs,
    }),
    figure('slowest answer to a press', Math.max(...answeredMs), { is: 'at most', value: aimMs }),
    figure('shortest time between two updates of a message', Math.min(...gapsMs), {
      is: 'at least',
      value: updateEveryMs,
    }),
    figure('slowest press until an open window hears of it', Math.max(...windowMs), {
      is: 'at most',
      value: heardMs,
    }),
  ]
}

interface Pressed {
  readonly acknowledgedMs: readonly number[]
  readonly answeredMs: readonly number[]
  readonly gapsMs: readonly number[]
}

interface Stage {
  /** Publishes a post, and waits for its message. Returns the id of the post. */
  publish(name: string): Promise<string>
  /** Lets everybody press, and waits for all answers and until the message shows them all. */
  pressAll(postId: string): Promise<Pressed>
  /** Lets a few press one after the other. Returns how long each took to reach a member's open window. */
  watch(postId: string): Promise<readonly number[]>
  stop(): Promise<void>
}

async function openStage(bench: Bench, engine: (typeof engines)[number]): Promise<Stage> {
  const workplace = await startWorkplace({ people: people() })
  const answers = await listen(0)
  const arrivals = new Map<string, number>()
  answers.server.on('request', async (incoming, response) => {
    const { path } = await readRequest(incoming)
    arrivals.set(path.slice(1), performance.now())
    response.writeHead(200).end('ok')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  bench.defer(() => agent.destroy())
  bench.defer(async () => void (await Promise.all([workplace.close(), answers.close()])))
  const database =
    engine === 'embedded' ? { dataDir: await bench.newFolder() } : { databaseUrl: await bench.newDatabase() }
  const start = async (environment: Readonly<Record<string, string>>) => {
    const product = new Child<ProductRequests>('product-process.ts')
    bench.defer(() => product.stop())
    const { port } = await product.ask('start', { ...database, environment })
    return { product, origin: `http://127.0.0.1:${port}` }
  }
  const place = { workplace, agent, answersPort: answers.port, arrivals }
  // Whoever presses for the first time becomes a member, which the channel is told: without one, that is over at once.
  const before = await start({ ...environmentOf(workplace), SLACK_CHANNEL_ID: '' })
  const [first = ''] = await before.product.ask('addPosts', 1)
  await pressAll(before.origin, first, place)
  await before.product.stop()
  const { product, origin } = await start(environmentOf(workplace))
  return {
    publish: (name) => publish(origin, name, workplace),
    pressAll: async (postId) => {
      const pressed = await pressAll(origin, postId, place)
      await until(async () => (await newestText(workplace)).includes(`${pressers} liked`))
      return { ...pressed, gapsMs: gapsOf(workplace) }
    },
    watch: async (postId) => {
      const [member] = await product.ask('addMembers', { count: 1, hasPoints: false })
      return watchPresses(origin, { ...place, postId, cookie: member?.cookie })
    },
    stop: () => product.stop(),
  }
}

interface Place {
  readonly workplace: Workplace
  readonly agent: Agent
  readonly answersPort: number
  /** When each person's answer came. */
  readonly arrivals: Map<string, number>
}

/** Everybody presses within a second. Waits for all answers. */
async function pressAll(origin: string, postId: string, place: Place) {
  const { workplace, arrivals } = place
  arrivals.clear()
  const sentMs = new Map<string, number>()
  const acknowledgedMs: number[] = []
  const pressAt = async (slackUserId: string, nth: number) => {
    await sleep((withinMs * nth) / pressers)
    const startedMs = performance.now()
    sentMs.set(slackUserId, startedMs)
    await press(origin, { slackUserId, postId, place })
    acknowledgedMs.push(performance.now() - startedMs)
  }
  await Promise.all(workplace.people.map(({ id }, nth) => pressAt(id, nth)))
  await until(() => arrivals.size === pressers)
  return { acknowledgedMs, answeredMs: [...arrivals].map(([id, ms]) => ms - (sentMs.get(id) ?? 0)) }
}

interface Pressing {
  readonly slackUserId: string
  readonly postId: string
  readonly place: Place
}

/** Lets a person press, and waits for the acknowledgement. */
async function press(origin: string, { slackUserId, postId, place }: Pressing): Promise<void> {
  const { workplace, agent, answersPort } = place
  const { teamId, channelId } = workplace
  const responseUrl = `http://127.0.0.1:${answersPort}/${slackUserId}`
  const mark = `${postId} ${slackUserId}`
  const sent = { slackUserId, teamId, channelId, postId, mark, responseUrl, nowMs: Date.now(), agent }
  const status = await sendPress(origin, sent)
  if (status !== 200) throw new Error(`A press was answered with ${status}`)
}

interface Watching extends Place {
  readonly postId: string
  readonly cookie: string | undefined
}

/** How long each of some presses took until a member's open window heard of the report, in milliseconds. */
async function watchPresses(origin: string, { postId, cookie, ...place }: Watching): Promise<number[]> {
  let heard = 0
  const port = Number(new URL(origin).port)
  const window = await LiveConnection.open({ port, cookie }, (payload) => {
    const text = payload.toString()
    if (text.includes('POINT_UPDATE') && text.includes(postId)) heard++
  })
  const took: number[] = []
  for (const [nth, { id: slackUserId }] of place.workplace.people.slice(0, watched).entries()) {
    const startedMs = performance.now()
    await press(origin, { slackUserId, postId, place })
    await until(() => heard > nth, 1)
    took.push(performance.now() - startedMs)
  }
  window.close()
  return took
}

async function publish(origin: string, name: string, workplace: Workplace): Promise<string> {
  const post_url = `https://example.com/${encodeURI(name)}`
  const answer = await fetch(`${origin}${newPost.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': webhookSecret },
    body: JSON.stringify({ platform: 'linkedin', content: name, author_name: name, post_url }),
  })
  if (!answer.ok) throw new Error(`The post was answered with ${answer.status}`)
  await until(async () => (await newestText(workplace)).includes(`${name} has a new post`))
  return postIn(await newestText(workplace))
}

function people() {
  return Array.from({ length: pressers }, (_, nth) => ({
    name: `Person ${nth}`,
    handle: `person.${nth}`,
    email: `person.${nth}@people.test`,
    avatar: null,
    title: 'Colleague',
  }))
}

function environmentOf({ apiUrl, botToken, channelId, teamId }: Workplace) {
  return {
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: botToken,
    SLACK_CHANNEL_ID: channelId,
    SLACK_TEAM_ID: teamId,
    SLACK_SIGNING_SECRET: signingSecret,
    WEBHOOK_SECRET: webhookSecret,
  }
}

/** The newest message about a post, as JSON: newcomers are announced in the same channel. */
async function newestText(workplace: Workplace): Promise<string> {
  const about = (await workplace.messages()).filter(({ text }) => text.includes('has a new post'))
  return JSON.stringify(about.at(-1) ?? null)
}

/** The id of the post, which the buttons of its message carry. */
function postIn(message: string): string {
  const id = /"value":"([0-9a-f-]{36})"/.exec(message)?.[1]
  if (id === undefined) throw new Error('The message about the post has no buttons')
  return id
}

/** The times between two updates of the same message. */
function gapsOf(workplace: Workplace): number[] {
  const updates = workplace.journal().filter(({ path }) => path.endsWith('/chat.update'))
  const ofMessage = Map.groupBy(updates, ({ body }) => (body as { ts: string }).ts)
  return [...ofMessage.values()].flatMap((all) =>
    all.slice(1).map(({ atMs }, nth) => atMs - (all[nth]?.atMs ?? 0)),
  )
}

async function until(isDone: () => boolean | Promise<boolean>, everyMs = 50): Promise<void> {
  const endsAtMs = performance.now() + settlingMs
  while (!(await isDone())) {
    if (performance.now() > endsAtMs) throw new Error('The product did not get there in time')
    await sleep(everyMs)
  }
}
