import { newPost } from '#contract/posts.ts'
import { socialpilotEvent } from '#contract/socialpilot.ts'

/** Where and with what a machine delivers. */
export interface HookPlace {
  readonly publicUrl: string
  readonly header: string
  readonly secret: string
}

/** The tools for which there is a ready call. */
export const hookTools = ['zapier', 'socialpilot', 'curl'] as const
export type HookTool = (typeof hookTools)[number]

export interface HookCall {
  readonly address: string
  /** What to copy. */
  readonly text: string
  readonly textLabel: string
  /** What to do, in order. */
  readonly steps: readonly string[]
}

const samplePost = {
  platform: 'linkedin',
  content: 'Our first post has arrived in Ovation.',
  post_url: 'https://www.linkedin.com/feed/update/urn:li:activity:7000000000000000000/',
  author_name: 'Our company',
}

/** The call that brings a post from this tool, filled in. */
export function hookCall(tool: HookTool, place: HookPlace): HookCall {
  if (tool === 'zapier') return zapierCall(place)
  return tool === 'socialpilot' ? socialpilotCall(place) : curlCall(place)
}

function zapierCall({ publicUrl, header }: HookPlace): HookCall {
  return {
    address: `${publicUrl}${newPost.path}`,
    text: lines({
      platform: 'linkedin',
      content: 'the text of the post',
      post_url: 'the address of the post',
      author_name: 'the name of the page',
      image_url: 'the address of the picture',
      scheduled_time: 'the time of the post',
    }),
    textLabel: 'Fields to map',
    steps: [
      'In Zapier, add the action Webhooks by Zapier, with the event POST.',
      'Paste the address as URL, and choose json as Payload Type.',
      'Under Data, enter the fields on the left and choose the values of your trigger on the right.',
      `Under Headers, enter ${header} and paste the secret.`,
    ],
  }
}

function socialpilotCall({ publicUrl, header }: HookPlace): HookCall {
  return {
    address: `${publicUrl}${socialpilotEvent.path}`,
    text: JSON.stringify({ event: 'post.published', ...samplePost }, null, 2),
    textLabel: 'Body to send',
    steps: [
      'In SocialPilot, or in the Zap that listens to it, send each published post to the address with POST.',
      'Send the body as JSON, with the values of the post.',
      `Send the secret in the header ${header}.`,
    ],
  }
}

function curlCall({ publicUrl, header, secret }: HookPlace): HookCall {
  const address = `${publicUrl}${newPost.path}`
  return {
    address,
    text: [
      `curl ${quoted(address)}`,
      `-H ${quoted(`${header}: ${secret}`)}`,
      `-H ${quoted('Content-Type: application/json')}`,
      `-d ${quoted(JSON.stringify(samplePost))}`,
    ].join(' \\\n  '),
    textLabel: 'Command',
    steps: [
      'Run the command in a terminal. It adds a post that members see: change its text and address first, or delete it afterwards.',
      'With "brand": "test" in the body, only administrators see the post.',
    ],
  }
}

function lines(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** One word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
