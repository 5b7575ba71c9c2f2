export function SocialFeed() {
  return <main>Social feed</main>
}
