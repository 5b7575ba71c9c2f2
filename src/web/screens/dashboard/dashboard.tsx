export function Dashboard() {
  return <main>Dashboard</main>
}
