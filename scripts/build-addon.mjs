console.log("addon: nothing to build yet")
