import { PostsSection } from './posts-section.tsx'
import { SharesSection } from './shares-section.tsx'

/** The company's posts, and what members shared. */
export function SocialFeedTab() {
  return (
    <>
      <PostsSection />
      <SharesSection />
    </>
  )
}
