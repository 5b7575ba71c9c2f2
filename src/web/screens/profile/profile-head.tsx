import { Button, Skeleton } from '@mantine/core'
import { LogOut, Trophy } from 'lucide-react'
import type { CurrentUser } from '#contract/users.ts'
import { useMyRank } from '#web/api/leaderboard.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime, shortDate } from '#web/ui/time-words.ts'
import * as classes from './profile-head.module.css'

/** Who the member is: name, role, Slack status, place and joining date, with the way out. */
export function ProfileHead({ user }: { readonly user: CurrentUser }) {
  const { displayName, username, role, createdAt, slackUserId, totalPoints } = user
  const { signOut } = useSignOut()
  const { data, isPending } = useMyRank()
  const rank = data?.data?.rank
  return (
    <section className={classes.head} aria-label="About you">
      <UserAvatar person={user} size={88} />
      <div className={classes.who}>
        <h2 className={classes.name}>
          <bdi>{displayName}</bdi>
        </h2>
        <p className={classes.username}>
          <bdi>{username}</bdi>
        </p>
        <p className={classes.facts}>
          <StatusBadge tone={role === 'user' ? 'off' : 'accent'}>{roleNames[role]}</StatusBadge>
          {slackUserId === null ? (
            <StatusBadge tone="off">Slack not connected</StatusBadge>
          ) : (
            <StatusBadge tone="good">
              <SlackMark size={12} />
              Slack connected
            </StatusBadge>
          )}
          {isPending && totalPoints > 0 && <RankRoom />}
          {rank != null && <Rank rank={rank} />}
          <span className={classes.joined}>
            Joined{' '}
            <time dateTime={createdAt} title={absoluteTime(createdAt)}>
              {shortDate(createdAt)}
            </time>
          </span>
        </p>
      </div>
      <Button
        variant="default"
        className={classes.leave}
        leftSection={<LogOut size={16} aria-hidden />}
        onClick={() => void signOut()}
      >
        Logout
      </Button>
    </section>
  )
}

function Rank({ rank }: { readonly rank: number }) {
  return (
    <StatusBadge tone="gold">
      <Trophy size={12} aria-hidden />#{rank.toLocaleString('en-US')} in the team
    </StatusBadge>
  )
}

/** As wide as a rank, which decides whether the line wraps. */
function RankRoom() {
  return (
    <Skeleton width="auto" radius="xl" aria-hidden>
      <Rank rank={10} />
    </Skeleton>
  )
}
