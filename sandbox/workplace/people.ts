/** A person as the caller describes them. The workplace adds the ids. */
export interface NewPerson {
  /** Full name, as shown to people. */
  name: string
  /** Slack's short name, like `ana.lima`. */
  handle: string
  email: string
  /** An address, a path on the workplace such as /pictures/people/zoe.svg, or null for none. */
  avatar: string | null
  title: string
  /** Shown in the picker; `admin` is also an admin of the Slack workspace. */
  mark?: 'admin' | 'moderator'
}

export interface Person extends NewPerson {
  /** Slack's `U…` id, the same in sign-in and in users.list. */
  id: string
  /** Slack's `T…` id of the person's own workspace. */
  teamId: string
  /** An address. */
  avatar: string | null
}

export interface Team {
  id: string
  name: string
  domain: string
}

export type Claims = Record<string, unknown>

/** The claims about a person in Slack's id_token and openid.connect.userInfo. */
export function slackClaims(person: Person, team: Team): Claims {
  const [given, ...rest] = person.name.split(' ')
  const picture = person.avatar === null ? {} : { picture: person.avatar, ...slackImages(person.avatar) }
  return {
    sub: person.id,
    'https://slack.com/user_id': person.id,
    'https://slack.com/team_id': team.id,
    'https://slack.com/team_name': team.name,
    'https://slack.com/team_domain': team.domain,
    email: person.email,
    email_verified: true,
    date_email_verified: 1_700_000_000,
    name: person.name,
    given_name: given,
    family_name: rest.join(' '),
    locale: 'en-US',
    ...picture,
  }
}

const imageSizes = [24, 32, 48, 72, 192, 512] as const

/** The names of the claims in `slackClaims`, by the scope that includes them. */
export const claimsByScope = {
  openid: [
    'sub',
    'auth_time',
    'https://slack.com/user_id',
    'https://slack.com/team_id',
    'https://slack.com/team_name',
    'https://slack.com/team_domain',
  ],
  email: ['email', 'email_verified', 'date_email_verified'],
  profile: ['name', 'given_name', 'family_name', 'locale', 'picture', ...imageSizes.map(imageClaim)],
}

function slackImages(avatar: string): Claims {
  return Object.fromEntries(imageSizes.map((size) => [imageClaim(size), avatar]))
}

function imageClaim(size: number): string {
  return `https://slack.com/user_image_${size}`
}
