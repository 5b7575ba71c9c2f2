import { Newspaper, Share2, Users } from 'lucide-react'
import type { Analytics } from '#contract/analytics.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { Thumbnail } from '#web/parts/post/thumbnail.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { Track } from '#web/ui/track.tsx'
import { CsvLink } from './csv-link.tsx'
import { inFigures, percentOf } from './figures.ts'
import { Panel } from './panel.tsx'
import * as classes from './rankings.module.css'

interface OfFigures {
  readonly figures: Analytics
}

/** The company posts with the most engagement. */
export function TopPosts({ figures: { topPosts } }: OfFigures) {
  const most = Math.max(...topPosts.map(({ engagements }) => engagements), 1)
  return (
    <Panel title="Most engaged posts" note="Likes, comments and shares on the platform">
      {topPosts.length === 0 ? (
        <EmptyState icon={Newspaper} title="No Company Posts" text="Feed posts are ranked here." />
      ) : (
        <ol className={classes.list} aria-label="Most engaged posts">
          {topPosts.map((post) => (
            <li key={post.id} className={classes.post}>
              <PictureOf post={post} />
              <div className={classes.words}>
                <p className={classes.name} title={post.content} dir="auto">
                  {post.content}
                </p>
                <p className={classes.under}>
                  <PlatformMark platform={post.platform} size={14} />
                  <span title={`${post.authorName} · ${counted(post.reports, 'report')}`}>
                    <bdi>{post.authorName}</bdi>
                    <span className="visually-hidden"> on {platformNames[post.platform]}</span> ·{' '}
                    {counted(post.reports, 'report')}
                  </span>
                </p>
              </div>
              <span className={classes.track}>
                <Track share={post.engagements / most} size="thin" />
              </span>
              <p className={classes.figure}>
                {inFigures(post.engagements)}
                <span className="visually-hidden">
                  {post.engagements === 1 ? ' engagement' : ' engagements'}
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function PictureOf({ post: { imageUrl, platform } }: { readonly post: Analytics['topPosts'][number] }) {
  return (
    <Thumbnail
      address={imageUrl}
      width={64}
      height={42}
      className={classes.picture}
      otherwise={
        <span className={classes.picture}>
          <PlatformMark platform={platform} size={20} />
        </span>
      }
    />
  )
}

const nobody = { title: 'Nobody yet', text: 'Members with reports are ranked here.' }
const waiting = { title: 'Being counted', text: 'So many reports are counted once an hour.' }

/** The members with the most reports in the period. */
export function TopMembers({ figures: { period } }: OfFigures) {
  const { topMembers, topMembersAt, days } = period
  const how = topMembersAt === null ? '' : ', counted hourly'
  const most = Math.max(...topMembers.map(({ reports }) => reports), 1)
  return (
    <Panel
      title="Most engaged people"
      note={`Reports in ${days} days${how}`}
      action={
        topMembers.length > 0 && <CsvLink file="people.csv" days={days} what="Reports of each person" />
      }
    >
      {topMembers.length === 0 ? (
        <EmptyState icon={Users} {...(period.current.reports > 0 ? waiting : nobody)} />
      ) : (
        <ol className={classes.list} aria-label="Most engaged people">
          {topMembers.map((member) => (
            <li key={member.id} className={classes.person}>
              <UserAvatar person={member} size={24} />
              <span className={classes.who} title={member.displayName}>
                <bdi>{member.displayName}</bdi>
              </span>
              <span className={classes.track}>
                <Track share={member.reports / most} size="thin" />
              </span>
              <span className={classes.figure}>
                {inFigures(member.reports)}
                <span className="visually-hidden">{member.reports === 1 ? ' report' : ' reports'}</span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** The shares of members on each platform. */
export function Platforms({ figures: { platforms, userActivity } }: OfFigures) {
  return (
    <Panel title="Platform Distribution" note={counted(userActivity.shares, 'share')}>
      {platforms.length === 0 ? (
        <EmptyState icon={Share2} title="No User Shares" text="Shares by members show up here." />
      ) : (
        <ul className={classes.list} aria-label="User shares by platform">
          {platforms.map(({ platform, shares }) => (
            <li key={platform} className={classes.platform}>
              <PlatformMark platform={platform} size={20} />
              <span className={classes.who} title={platformNames[platform]}>
                {platformNames[platform]}
              </span>
              <Track share={shares / userActivity.shares} size="thin" />
              <span className={classes.figure}>{inFigures(shares)}</span>
              <span className={classes.percent}>{percentOf(shares, userActivity.shares)} %</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
