import type { Platform } from '#domain/vocabulary.ts'

/** The accounts of the company and of its accounting practice. Most platforms allow no hyphen, so nobody else has them. */
type Account = 'brightwater-example' | 'brightwater-accounting-example'

const places: Readonly<Record<Platform, (account: Account, name: string) => string>> = {
  linkedin: (account, name) => `www.linkedin.com/posts/${account}_${name}`,
  twitter: (account, name) => `x.com/${account}/status/${name}`,
  facebook: (account, name) => `www.facebook.com/${account}/posts/${name}`,
  instagram: (account, name) => `www.instagram.com/${account}/p/${name}/`,
  youtube: (_account, name) => `www.youtube.com/watch?v=${name}`,
  tiktok: (account, name) => `www.tiktok.com/@${account}/video/${name}`,
}

/** The address of a sample post: on the true host of its platform, but of a post that does not exist. */
export function addressOn(platform: Platform, account: Account, name: string): string {
  return `https://${places[platform](account, name)}`
}
