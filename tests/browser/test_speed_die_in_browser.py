"""The speed die at the table in JupyterLab: thrown by a click on a face of each die, the bus, the hat, three alike."""

from hands import by_hand, press, says
from labwindow import Lab
from looks import flaws

FAST = """
import monopoly_lab as ml
start = {"turn": "Ann", "speed_die": ["Ann"], "position": {"Ann": "reading"}}
start["deeds"] = {"Ann": ["states", "virginia"], "Bo": ["st_james"]}
ml.Table(ml.Game("classic_us", ["Ann", "Bo"], options={"speed_die": "after_go"}, start=start))
"""


def test_speed_die__the_bus_the_hat_and_three_alike(lab: Lab) -> None:
    table = lab.show(FAST)
    says(table, "Ann throws the dice")
    lab.shot("speed_die")
    by_hand(table, "roll 1 5 bus")
    says(table, "Ann has thrown the bus")
    assert table.locator(".ml-choices button[id^='ml-go-']").count() == 3
    assert flaws(table) == []
    lab.shot("speed_die_bus")
    press(table, r"^Get off after 6 spaces, at St. Charles Place")
    press(table, r"^Buy St. Charles Place")
    says(table, "Bo throws the dice")
    assert table.locator(".dice .speed-die[data-face='bus']").count() == 1  # which Bo does not throw
    by_hand(table, "roll 1 2")
    press(table, r"^Buy Baltic Avenue")
    says(table, "Ann throws the dice")
    by_hand(table, "roll 2 3 mr")  # to the deed of Bo, then on to the next one that is free
    says(table, "Tennessee Avenue")
    lab.shot("speed_die_hat")
    press(table, r"^Buy Tennessee Avenue")
    says(table, "Bo throws the dice")
    by_hand(table, "roll 4 3")
    says(table, "Ann throws the dice")
    by_hand(table, "roll 2 2 2")
    says(table, "Ann has thrown three alike")
    assert flaws(table) == []
    lab.shot("speed_die_three_alike")
    table.locator("#ml-goal").select_option("go boardwalk")
    press(table, r"^Buy Boardwalk")
    says(table, "Bo throws the dice")
