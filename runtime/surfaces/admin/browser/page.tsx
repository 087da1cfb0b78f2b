import { render } from "preact";

function Admin() {
  return <h1>admin</h1>;
}

const root = document.querySelector("#app");
if (root !== null) render(<Admin />, root);
