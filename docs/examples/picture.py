"""The first screen of an example report as a picture, for README.md (`make examples`)."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent

if __name__ == "__main__":
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 720}, color_scheme="light")
        page.goto((HERE / "konflikt-first-turn.html").as_uri())
        page.screenshot(path=HERE / "report.png")
        browser.close()
