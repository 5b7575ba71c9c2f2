import { Check, Link2 } from 'lucide-react'
import type { FeedPost } from '#contract/posts.ts'
import { linkToPost } from '#domain/links.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { CopyField, CopyNews, useCopy } from '#web/ui/copy-button.tsx'
import * as classes from './copy-post-link.module.css'

export interface CopyPostLinkProps {
  readonly post: Pick<FeedPost, 'id' | 'authorName' | 'platform'>
  /** Shows only the icon. */
  readonly isIcon: boolean
}

/** Copies the member's own trackable link to a post, without asking the server. */
export function CopyPostLink({ post, isIcon }: CopyPostLinkProps) {
  const { user } = useCurrentUser()
  return user && <CopyLink link={linkToPost(user.trackableLink, post.id)} post={post} isIcon={isIcon} />
}

function CopyLink({ link, post, isIcon }: CopyPostLinkProps & { readonly link: string }) {
  const copying = useCopy(link)
  const { isCopied, refusals, copy } = copying
  const Icon = isCopied ? Check : Link2
  const name = `the post by ${post.authorName} on ${platformNames[post.platform]}`
  return (
    <>
      <button
        type="button"
        className={classes.copy}
        data-icon={isIcon || undefined}
        aria-label={`${isCopied ? 'Copied' : 'Copy'} my link to ${name}`}
        title="Copy my link"
        onClick={copy}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span className={classes.words}>{isCopied ? 'Copied' : 'Copy my link'}</span>
      </button>
      <CopyNews isCopied={isCopied} refusals={refusals} />
      {refusals > 0 && (
        <div className={classes.refused}>
          <CopyField label={`Your link to ${name}`} text={link} copying={copying} />
        </div>
      )}
    </>
  )
}
