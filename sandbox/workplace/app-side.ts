import { type AppCalls, createAppCalls } from './app-calls.ts'
import type { Changes } from './changes.ts'
import { createChannelRoutes } from './channel-routes.ts'
import type { Chat } from './chat.ts'
import type { Answer, ReadRequest } from './http.ts'
import { createInteractions, type Interactions } from './interactions.ts'
import type { Extras } from './members.ts'
import type { Person } from './people.ts'
import { createResponseUrls, type ResponseUrls, type ShownMessages } from './response-urls.ts'
import { createSurface, isDirect, type Surface, userIdOf } from './surface.ts'
import { createWebApi, type WebApi } from './web-api.ts'

/** The workplace as the app knows it: what it may call, and what calls it. */
export interface AppSide {
  readonly api: WebApi
  readonly calls: AppCalls
  readonly surface: Surface
  readonly responseUrls: ResponseUrls
  readonly interactions: Interactions
  /** Serves the pages on which people use the app. */
  readonly channel: (request: ReadRequest) => Promise<Answer>
}

interface Options {
  readonly chat: Chat
  readonly origin: string
  readonly signingSecret: string
  readonly botToken: string
  readonly botScopes: readonly string[]
  readonly extras: Extras
  readonly outsiders: readonly Person[]
  readonly now: () => Date
  readonly patienceMs: number
  readonly changes: Changes
}

export function createAppSide(options: Options): AppSide {
  const { chat, origin, now, changes, outsiders, extras } = options
  const surface = createSurface({ teamId: chat.team.id, now, changes })
  const calls = createAppCalls(options)
  const responseUrls = createResponseUrls({
    origin,
    teamId: chat.team.id,
    now,
    ephemerals: surface.ephemerals,
    shown: shownMessages(chat, surface),
  })
  const interactions = createInteractions({
    team: chat.team,
    channelId: chat.channelId,
    now,
    calls,
    surface,
    responseUrls,
    messages: chat.messages,
  })
  return {
    api: createWebApi({ ...options, surface }),
    calls,
    surface,
    responseUrls,
    interactions,
    channel: createChannelRoutes({
      chat,
      surface,
      interactions,
      isConnected: calls.isConnected,
      changes,
      guest: extras.guest,
      outsiders,
    }),
  }
}

/** The messages of the channel, and those in direct messages, as an answer to a press changes them. */
function shownMessages(chat: Chat, { directMessages }: Surface): ShownMessages {
  return {
    async post(channelId, content) {
      if (isDirect(channelId)) directMessages.add(userIdOf(channelId), channelId, content)
      else await chat.callAsApp('chat.postMessage', { channel: channelId, ...content })
    },
    async update(channelId, ts, content) {
      if (isDirect(channelId)) directMessages.replace(userIdOf(channelId), ts, content)
      else await chat.callAsApp('chat.update', { channel: channelId, ts, ...content })
    },
    async remove(channelId, ts) {
      if (isDirect(channelId)) directMessages.remove(userIdOf(channelId), ts)
      else await chat.callAsApp('chat.delete', { channel: channelId, ts })
    },
  }
}
